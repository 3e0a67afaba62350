#!/usr/bin/env bats
# Parallel loops (SAS) through the whole program: every way of handing them out, options and files that are wrong, a
# machine without a task unit, and kernels that do not ask for work.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "lists and help have the task unit" {
    expect 0 'task +stile itile itile-part' list policies
    expect 0 'hot3 +HotSpot' list workloads
    expect 0 'sas.contexts +1..64' help policies
}

@test "a loop runs under every way of handing it out, and on other machines" {
    expect 0 'output +pass' run sas4 hot3 --size tiny
    expect 0 'stile +itile +itile-part' run sas4 hot3 --size tiny --task stile,itile,itile-part --engine c
    expect 0 'itile\+sos' run sas4 hot3 --size tiny --task itile --sos --set sas.over=16 --set sas.trial=8 --engine lockstep
    expect 0 'output +pass' run sas4 hot3 --size tiny --set sms=2 --set sas.edge0=5 --set sas.edge1=7 --set sas.seed=9 \
        --engine lockstep
    expect 0 'output +pass' run sas4 hot3 --size tiny --set sm.threads=32 --engine c
}

@test "machines and options that are not allowed" {
    refuse 'is built for up to 4 of 16 in groups of 8, queues of 4: use --engine c' run sas4 hot3 --size tiny --set sm.threads=32
    refuse "sms is 9; allowed: at most 8 with a task unit" run sas4 hot3 --size tiny --set sms=9 --engine c
    refuse 'sm.task_queue is 1; allowed: 0, or at least 2' run sas4 hot3 --set sm.task_queue=1
    refuse "unknown word 'stiel'; did you mean stile" run sas4 hot3 --task stiel
    refuse 'an SM of .sas4. has 16 contexts: allowed: 1 to 16' run sas4 hot3 --set sas.contexts=17
    refuse 'sas.contexts=N, N from 1 to 64' run sas4 hot3 --set sas.contexts=0
    refuse 'sas.edge1=N, N from 1 to 65535' run sas4 hot3 --set sas.edge1=0
    refuse 'sas.over=N, N from 1 to 1024' run sas4 hot3 --set sas.over=-1
    refuse "unknown key 'sas.edges'; did you mean sas.edge0" run sas4 hot3 --set sas.edges=4
    refuse 'sas.trial needs --sos' run sas4 hot3 --set sas.trial=4
}

@test "loops and machines that do not fit each other" {
    refuse "for a machine with a task unit.*'lcs28' has none" run lcs28 vadd --size tiny --task itile
    refuse "are for parallel loops; 'vadd' has none" run sas512 vadd --size tiny --set sm.task_queue=4 --set sm.threads=64 --sos
    refuse 'hot3.yaml:[0-9]+: the launch has a parallel loop, but machine .lcs28. has no task unit; take machine sas4' run lcs28 hot3
    refused "hot3.yaml: 'hot3' has parallel loops; a trace cannot express" trace lcs28 hot3 --out t
    refuse 'parallel loops, and the task unit serves one workload' run sas4 hot3+hot3 --size tiny
}

@test "an inclusive L2 so small that it recalls lines of the L1s, some of them dirty" {
    expect 0 'output +pass' run sas4 hot3 --size small --set l2.cache.sets=1 --set l2.cache.ways=2 --engine lockstep --stats s.json
    check 'recalled lines' [ "$(jq '[.. | .recalls? // empty] | add' s.json)" -gt 1000 ]
}

altered() { # FILE SED-SCRIPT: hot3 in this folder, with FILE changed
    cp "$here"/configs/loops/hot3/hot3.{ptx,yaml} .
    sed -i "$2" "$1"
    check "$1: '$2' changes something" not cmp -s "$here/configs/loops/hot3/$1" "$1"
}
loop() { altered hot3.yaml "s/loop: {levels: \[\[0, n\], \[0, n\]\], bytes: 12}/$1/"; } # TEXT in its place
hot3() { refuse "$1" run sas4 "$PWD/hot3.yaml" --size tiny "${@:2}"; }                   # REGEX OPTIONS

@test "bounds of a loop that are not allowed are named by line" {
    local text regex
    while IFS='|' read -r text regex; do
        loop "$text"
        hot3 "hot3.yaml:[0-9]+: $regex"
    done <<'LOOPS'
loop: {levels: []}|loop: 0 levels; allowed: 1 to 3
loop: {levels: [[0, 1], [0, 1], [0, 1], [0, 1]]}|loop: 4 levels; allowed: 1 to 3
loop: {levels: [[0, 0]]}|loop: level 0 is empty, from 0 to 0
loop: {levels: [[0, n], [9, 3]]}|loop: level 1 is empty, from 9 to 3
loop: {levels: [[0, n, 0]]}|stride is 0; allowed: 1 to 65535
loop: {levels: [[0, n, -1]]}|stride is -1; allowed
loop: {levels: [[0, 65536]]}|upper bound is 65536; allowed: 0 to 65535
loop: {levels: [n]}|loop: level 0: .lower, upper. or
loop: {levels: [[0, n]], byte: 4}|loop: unknown key 'byte'; did you mean bytes
loop: {levels: [[0, n]]}, grid: [4]|launch: found grid and loop
LOOPS
}

@test "tiles that fit the L1D need the bytes of an index, or an edge" {
    loop 'loop: {levels: [[0, n], [0, n]]}'
    hot3 "hot3.ptx:[0-9]+: kernel 'hot3_step': for tiles that fit the L1D, state the bytes per index" --task itile-part
    expect 0 'output +pass' run sas4 hot3.yaml --size tiny --task itile-part --set sas.edge1=3
}

@test "a kernel that asks for work, launched without a loop" {
    loop 'grid: [4], block: [16]'
    hot3 'hot3.ptx:[0-9]+: ld.volatile.v4.u32 reads 0x5000000 .*, a task window, which this launch lacks; launch the kernel with a loop'
    refuse 'hot3.ptx:[0-9]+: ld.volatile.v4.u32 reads' run lcs28 "$PWD/hot3.yaml" --size tiny
}

@test "kernels that never ask for work, ask once, compute something else" {
    altered hot3.ptx 's/^.*%tid.x;/ret;\n&/'
    hot3 "hot3.ptx:[0-9]+: kernel 'hot3_step': thread 0 on SM 0 ended before it had read that there is no more work"
    altered hot3.ptx 's/ld.volatile.v4.*\[%rd[0-9]*\];/ret;/'
    hot3 'ended before it had read that there is no more work'
    altered hot3.ptx 's/fma.rn.f32/mul.f32/; s/mul.f32 \(.*\), %f[0-9]*;/mul.f32 \1;/'
    expect 1 'check failed: .*buffer .t0.' run sas4 hot3.yaml --size tiny --engine c
}

# The host's writes at the port, one start per loop, and indices that reach contexts.
@test "waves of the task unit have a start and 20 writes for each loop, and pieces" {
    expect 0 'output +pass' run sas4 hot3 --size tiny --waves w.fst --stats s.json
    local loops
    loops=$(jq '[.. | .loops? // empty] | add' s.json)
    check 'the run has loops' [ "$loops" -gt 0 ]
    fst2vcd w.fst -o w.vcd
    check "the waves have $loops loops" awk -v loops="$loops" '
        /^\$scope/ { path[++depth] = $3 }
        /^\$upscope/ { depth-- }
        /^\$var/ && path[1] == "task" && depth == 2 && $5 == "s_axil_bvalid_o" { answer = $4 }
        /^\$var/ && path[1] == "task" && depth == 2 && $5 == "piece_valid_o" { valid = $4 }
        /^\$var/ && path[1] == "task" && path[depth] == "u_regs" && $5 == "start_o" { start = $4 }
        $0 == "1" answer { writes++ }
        $0 == "1" start { starts++ }
        $2 == valid && $1 ~ /1/ { pieces++ }
        END { print starts " starts, " writes " writes, " pieces " pieces"
              exit !(starts == loops && writes == 20 * loops && pieces > 10) }' w.vcd
}

@test "the engines agree in every statistic, and so do two runs" {
    for e in c rtl lockstep; do expect 0 'output +pass' run sas4 hot3 --size tiny --sos --engine $e --stats $e.json; done
    expect 0 'output +pass' run sas4 hot3 --size tiny --sos --engine rtl --stats again.json
    for e in rtl lockstep again; do check "$e" cmp c.json $e.json; done
}
