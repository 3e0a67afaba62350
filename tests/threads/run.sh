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
    "$BUILD/tsan/ctadel" run "$@" --size tiny --threads 3 >"$tmp/out" 2>&1
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
summary
