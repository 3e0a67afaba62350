#!/bin/bash
# pgo_runs.sh PROGRAM - the runs whose profile `make pgo` compiles by: instructions from PTX and from a trace, machines with and
# without operand collectors, the common policies and the dispatcher with all of them. They take some seconds.
set -eu
cd "$(dirname "$0")/.."
ctadel=$(realpath "$1")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME=$tmp/cache
for kernel in stn mmul vadd; do
    "$ctadel" trace lcs28 $kernel --size tiny --out "$tmp/$kernel" >/dev/null
    for _ in first second; do # the first reads the text, the second its compact form
        "$ctadel" run gtx480 --trace "$tmp/$kernel/kernelslist.g" >/dev/null 2>&1
    done
done
for kernel in mmul bfs vadd hst; do "$ctadel" run lcs28 $kernel --size tiny >/dev/null 2>&1; done
"$ctadel" run lcs28 mmul --size tiny --warp lrr >/dev/null 2>&1
"$ctadel" run dyncta30 mmul --size tiny --limit dyncta >/dev/null 2>&1
"$ctadel" run smk15 bp+srad --size tiny --place mixed --limit smk --warp ccws >/dev/null 2>&1
