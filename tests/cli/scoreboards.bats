#!/usr/bin/env bats
# Issue by a scoreboard that counts consumers, on sub-cores with stages, its RTL in lockstep with its golden model: hazards of
# sequences without control bits, what a number of consumers costs, workloads and traces.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup() {
    common_setup
    seq=$tmp/k.seq
    counting=(--set sms=1 --set sm.cta_slots=16 --set sm.issue_by=counting_scoreboard --warp cggty --engine lockstep)
}
sequence() { printf '%s\n' "$@" >"$seq"; } # LINES
core() { # OPTION...
    expect 0 '^output +unchecked$' run a6000 "${counting[@]}" --sequence "$seq" --registers r.csv "$@"
}
value() { # REGISTER: lane 0 of warp 0
    awk -F'[, ]' -v r="$1" '$3 == 0 && $4 == r { print $5 }' r.csv
}
is() { # WHAT EXPECTED FOUND
    check "$1: $2, found $3" [ "$2" = "$3" ]
}
# Cycles of eighteen copies of the line: between two clocks around 32 less those around 14. The second pass has no instruction misses.
eighteen() { # LINE OPTION...
    local n i body cycles=()
    for n in 14 32; do
        body=()
        for i in $(seq 8 $((n + 7))); do body+=("${1//%/$i} 1 0 -1 -1 0"); done
        sequence 'kernel k 1 32 64 0 2' 'CS2R R40,SR_CLOCKLO 1 0 -1 -1 0' "${body[@]}" 'CS2R R41,SR_CLOCKLO 1 0 -1 -1 0' \
            'BRA 0x0 5 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0'
        core "${@:2}"
        cycles+=($((16#$(value R41) - 16#$(value R40))))
    done
    echo $((cycles[1] - cycles[0]))
}

@test "Listing 2 with the wrong stall: the scoreboard waits, and the right value is read" {
    local n
    sequence 'kernel k 1 32 32 0 1' 'init R1=1.0' 'init R2=1.0' 'FADD R3,R1,R4 1 0 -1 -1 0' 'FADD R2,R2,R1 1 0 -1 -1 0' \
        'FFMA R5,R2,R2,R2 1 0 -1 -1 0' 'EXIT - 5 0 -1 -1 0'
    for n in 1 3 7 15 31 63; do
        core --set sm.consumers=$n
        is "$n consumers, FFMA" 40c00000 "$(value R5)"
    done
}

@test "values are right without control bits: after loads, special functions, and when sources are overwritten" {
    local n
    # R6 is loaded as 16.0, R7 is its root, R10 a copy of R7 that is stored before it is overwritten, and loaded again as R12.
    sequence 'kernel k 1 32 32 0 3' 'init R5=16.0' 'init R8=1.0' 'STG.E [R2.64],R5 1 0 -1 -1 0 0x1000 4 0 0 0 4' \
        'LDG.E R6,[R2.64] 1 0 -1 -1 0 0x1000 4 0 0 0 4' 'MUFU.SQRT R7,R6 1 0 -1 -1 0' 'MOV R10,R7 1 0 -1 -1 0' \
        'STG.E [R2.64],R10 1 0 -1 -1 0 0x2000 4 0 0 0 4' 'FADD R10,R10,R8 1 0 -1 -1 0' 'LDG.E R12,[R2.64] 1 0 -1 -1 0 0x2000 4 0 0 0 4' \
        'DADD R14,R6,R6 1 0 -1 -1 0' 'MOV R6,R8 1 0 -1 -1 0' 'FADD R13,R12,R10 1 0 -1 -1 0' 'BRA 0x0 1 0 -1 -1 0' 'EXIT - 1 0 -1 -1 0'
    for n in 1 3 63; do
        core --set sm.consumers=$n
        is "$n consumers, 4 + 5" 41100000 "$(value R13)"
        is "$n consumers, R6" 3f800000 "$(value R6)"
    done
}

@test "what a scoreboard costs: a result is written before it is read, one consumer is the last until its last read" {
    # A chain: Control, Allocate, 3 cycles of reading, 4 of latency, and the issue itself.
    is 'a chain, 63 consumers' 180 "$(eighteen 'FADD R4,R4,R5')"
    is 'a chain, 1 consumer' 180 "$(eighteen 'FADD R4,R4,R5' --set sm.consumers=1)"
    # Two pipelines take one instruction a cycle; a consumer reads in the third to fifth cycle behind its issue, and counts until the fifth.
    is 'R1 read by all, 63 consumers' 18 "$(eighteen 'FMUL R%,R1,R2')"
    is 'R1 read by all, 1 consumer' 90 "$(eighteen 'FMUL R%,R1,R2' --set sm.consumers=1)"
    is 'R1 read by all, 3 consumers' 30 "$(eighteen 'FMUL R%,R1,R2' --set sm.consumers=3)"
    is 'R4 written by all' 180 "$(eighteen 'FADD R4,R5,R5')"
}

@test "workloads and traces run, their many operands and registers included" {
    local n
    for n in 1 63; do
        expect 0 '^output +pass$' run a6000 mmul --size tiny "${counting[@]}" --set sm.consumers=$n
        expect 0 '^output +pass$' run a6000 bfs --size tiny "${counting[@]}" --set sm.consumers=$n
    done
    ctadel trace qv100 vadd --size tiny --out traced >/dev/null
    expect 0 lockstep run a6000 --trace traced/kernelslist.g "${counting[@]}"
}

@test "a parallel loop's warps go on behind the load that waits for work" {
    local pipe set=()
    for pipe in sp int dp sfu ldst branch texture tensor; do set+=(--set "sm.pipes.$pipe=2"); done
    expect 0 '^output +pass$' run a6000 short --size tiny --engine lockstep --set sms=1 --set sm.cta_slots=16 --set sm.issue_by=counting_scoreboard \
        --set sm.carve_out=none --set sm.task_queue=4 --set sm.warp_lanes=8 --set sm.threads=16 --set sm.schedulers=2 \
        --set sm.register_banks=4 --set sm.smem_latency_cycles=3 "${set[@]}"
}

@test "the engines agree on every cycle" {
    local engine n
    for n in 1 3 63; do
        for engine in c rtl lockstep; do
            ctadel run a6000 mmul --size tiny --set sms=2 --set sm.cta_slots=16 --set sm.issue_by=counting_scoreboard --set sm.consumers=$n --warp cggty \
                --engine $engine --stats $engine.json >/dev/null 2>&1
        done
        check "$n consumers, rtl" cmp c.json rtl.json
        check "$n consumers, lockstep" cmp c.json lockstep.json
    done
}

@test "a number that is no full counter, and a policy with more warps than the unit has, are refused" {
    local set=(--set sm.issue_by=counting_scoreboard)
    refuse "sm.consumers is 2; allowed: 1, 3, 7, 15, 31 or 63" run a6000 vadd --size tiny "${set[@]}" --set sm.consumers=2
    refuse "found --warp sim and machine 'a6000', which issues by a counting scoreboard" run a6000 vadd --size tiny "${set[@]}" --warp sim
    refuse "sm.issue_by is counting_scoreboard; allowed: scoreboard, or sm.sub_cores staged" run qv100 vadd --size tiny "${set[@]}"
}
