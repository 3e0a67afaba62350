#!/bin/bash
# Do the threads of one run (--threads) share anything without an order? build/tsan/ctadel, whose C is compiled with
# gcc's thread sanitizer, must report no data race.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/ctadel.sh
. tests/ctadel.sh
export TSAN_OPTIONS=exitcode=66

# WHAT ARG…
clean() {
    local what=$1 got
    shift
    [[ $* == *--sequence* ]] || set -- "$@" --size tiny
    "$BUILD/tsan/ctadel" run "$@" --threads 3 >"$tmp/out" 2>&1
    got=$?
    verdict $got "$what ($*): exit $got; expected 0, 66 is a data race"
}
clean "shared memory" lcs28 mmul --engine c
clean "global memory, on the engine rtl" lcs28 bfs
clean "atomics, two SMs per port" smk15 hst --engine c --set icnt.cluster=2
clean "operand collectors" gtx480 vadd --engine c
clean "atomics that go into the interconnect at once" gtx480 hst --engine c
clean "arbiters that take turns" smk15 bp+hot --place mixed --limit smk --warp alt
clean "policies with state" lcs28 vadd --engine c --warp ccws --limit dyncta
clean "a parallel loop" sas4 hot3 --engine c
clean "issue by control bits" a6000 bfs --engine c --set sms=8 --set sm.cta_slots=16
{ # each CTA stores where the next one loads
    printf '%s\n' 'kernel k 40 64 8 0 6' 'LDG.E R1,[R2.64] 2 0 0 -1 0 0x1000 4 128 256 16 4' 'IADD3 R1,R1,1,RZ 4 0 -1 -1 1' \
        'STG.E [R2.64],R1 2 0 -1 1 0 0x1100 4 128 256 16 4' 'BRA 0x0 5 0 -1 -1 2' 'EXIT - 5 0 -1 -1 0'
} >"$tmp/k.seq"
clean "a sequence" gtx480 --engine c --sequence "$tmp/k.seq" --registers "$tmp/k.csv"
summary
