#!/usr/bin/env bats
# Threads of the host in one run: whatever their number, the statistics are the same bytes; wrong numbers are refused.
# shellcheck source=tests/cli/trace.bash
. "$BATS_TEST_DIRNAME/trace.bash"

setup_file() { good_trace; }

# WHAT ARG…: the run with ARG… writes the same statistics with 1, 2 and 4 threads
same() {
    local what=$1 n
    shift
    for n in 1 2 4; do
        expect 0 'cycles' run "$@" --threads $n --stats "$tmp/$n.json"
        check "$what: statistics of $n threads and of 1" cmp "$tmp/1.json" "$tmp/$n.json"
    done
}

@test "statistics do not depend on the number of threads" {
    same "a kernel with shared memory" lcs28 mmul --size tiny
    same "a kernel whose CTAs read what others write, on the engine c" lcs28 bfs --size tiny --engine c
    same "atomics, on a machine with two SMs per port" smk15 hst --size tiny --engine c --set icnt.cluster=2
    same "two kernels, whose arbiters take turns" smk15 bp+hot --size tiny --place mixed --limit smk --warp alt
    same "operand collectors" gtx480 bfs --size tiny --engine c
    same "issue by control bits" a6000 bfs --size tiny --set sms=8 --set sm.cta_slots=16
    same "a parallel loop" sas4 hot3 --size tiny
}

@test "a trace runs with threads as without" {
    same "a trace" lcs28 --trace "$mine/kernelslist.g"
    expect 0 'warp instructions' trace lcs28 mmul --size tiny --out "$tmp/mmul"
    same "a trace of mmul" gtx480 --trace "$tmp/mmul/kernelslist.g" --engine c
}

@test "waves and lockstep run with one thread, whatever the option says" {
    same "lockstep" lcs28 vadd --size tiny --engine lockstep
    same "waves" lcs28 vadd --size tiny --waves "$tmp/w.fst"
}

@test "a number of threads that no machine can use is refused" {
    refuse "--threads: found '0'; allowed: 1 to the number of SMs" run lcs28 mmul --threads 0
    refuse "--threads: found 'two'; allowed: 1 to the number of SMs" run lcs28 mmul --threads two
    refuse "--threads: found '29'; allowed: 1 to 28, the number of SMs of 'lcs28'" run lcs28 mmul --threads 29
    refused "--threads: found '0'; allowed: 1 to the number of SMs" cuda --threads 0 -- true
}
