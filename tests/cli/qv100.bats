#!/usr/bin/env bats
# qv100, v100: every workload and every warp scheduler in lockstep; launch latency; keys that do not fit together.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

every_workload() { # MACHINE ENGINE: passes
    local w count=0
    for w in $(workloads); do
        expect 0 'output +pass' run "$1" "$w" --size tiny --engine "$2"
        count=$((count + 1))
    done
    check "workloads: $count" [ "$count" -ge 48 ]
}

@test "every workload passes in lockstep" { every_workload qv100 lockstep; }

@test "v100: every workload passes with its PTX assembled" { every_workload v100 c; }

sum_of() { # COUNTER ARG...: of all SMs, or of the machine
    ctadel run "${@:2}" --stats-csv s.csv >/dev/null && awk -F, -v name="$1" '$1 ~ "(^|^sm[0-9]+[.])" name "$" { n += $2 } END { print n + 0 }' s.csv
}

@test "v100: joined loads are fewer, indexed constants pass the L1C" {
    local joined each indexed operands
    joined=$(sum_of kernel0.smem_insts v100 mmul --size tiny --engine c)
    each=$(sum_of kernel0.smem_insts v100 mmul --size tiny --engine c --set sm.code=ptx)
    check "mmul: $joined shared accesses, $each as written" [ "$joined" -lt "$each" ]
    indexed=$(sum_of l1c.accesses v100 cp --size tiny --engine c)
    operands=$(sum_of l1c.accesses v100 cp --size tiny --engine c --set sm.constants=alu)
    check "cp: $indexed accesses to the L1C" [ "$indexed" -gt 0 ]
    check "cp: $operands accesses to the L1C with operands only" [ "$operands" = 0 ]
}

@test "every warp scheduler passes in lockstep" {
    local p
    for p in $(warp_policies); do
        # shellcheck disable=SC2046 # a policy may need another option
        expect 0 'output +pass' run qv100 srad --size tiny --engine lockstep $(warp_options "$p")
    done
}

# The clocks of the DRAM stand otherwise without the latency, which may move a request by a cycle.
@test "the launch latency is there once per launch" {
    local with without launches
    launches=$(ctadel run qv100 srad --size tiny --engine c | sed -n 's/^srad on qv100: \([0-9]*\) launch.*/\1/p')
    with=$(cycles_of qv100 srad --size tiny --engine c)
    without=$(cycles_of qv100 srad --size tiny --engine c --set pool.launch_cycles=0)
    check "$launches launches" [ "$launches" -gt 1 ]
    check "$with cycles, $without without latency" [ $(((with - without + 50) / 5000)) = "$launches" ]
    check "$with cycles, $without without latency" [ $(((with - without - 50) / 5000)) = $((launches - 1)) ]
}

@test "what does not fit a V100 is refused by one line" {
    refused 'sm.smem_bytes is 131071; allowed: at most 98304' run qv100 vadd --size tiny --set sm.smem_bytes=131071
    refused 'sm.collectors.general is 6; allowed: a multiple of sm.schedulers, 4' run qv100 vadd --size tiny \
        --set sm.collectors.general=6
    refused 'slice_index is ipoly; allowed: linear; ipoly with 16 to 64 slices' run qv100 vadd --size tiny --set mcs=4
}
