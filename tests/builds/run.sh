#!/bin/bash
# Do two builds simulate the same? Runs every workload on every machine with both, and compares all statistics byte for
# byte; only the version may differ. For a change that must not change a cycle: speed, a move of code.
#
#   tests/builds/run.sh OTHER [WORKLOAD...]      OTHER: the ctadel of the other build, with its configs beside it
#
# ENGINE (default rtl) and SIZE (default tiny) are those of both. ARGS are more options of both, such as "--warp tl";
# ARGS_THIS are options of this build alone, such as "--threads 2". OTHER may be this build.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/ctadel.sh
. tests/ctadel.sh
[ $# -gt 0 ] && [ -x "$1" ] || { echo "tests/builds/run.sh: found '${1-}'; allowed: the program of another build" >&2; exit 2; }
other=$(realpath "$1")
shift
export ctadel other tmp ENGINE=${ENGINE:-rtl} SIZE=${SIZE:-tiny} ARGS=${ARGS:-} ARGS_THIS=${ARGS_THIS:-}
machines() { # kind of workload: those with a task unit run loops, the others workloads
    local m
    for m in configs/machines/*.yaml; do
        m=$(basename "$m" .yaml)
        if grep -q 'task_queue' "configs/machines/$m.yaml"; then echo "loops $m"; else echo "workloads $m"; fi
    done | sed -n "s/^$1 //p"
}
pairs() {
    local kind w m
    for kind in workloads loops; do
        for w in configs/$kind/*/; do
            for m in $(machines $kind); do echo "$m $(basename "$w")"; done
        done
    done
}
one() { # machine, workload: both builds
    local stats=$tmp/$1.$2 side program more
    for side in this other; do
        if [ $side = this ]; then program=$ctadel more=$ARGS_THIS; else program=$other more=; fi
        # shellcheck disable=SC2086  # options
        "$program" run "$1" "$2" --size "$SIZE" --engine "$ENGINE" $ARGS $more --stats "$stats" >"$stats.out" 2>&1 ||
            { echo "FAILED $1 $2: $program: $(tail -n 1 "$stats.out")"; return; }
        sed -i '/"version"/d' "$stats"
        [ $side = other ] || mv "$stats" "$stats.this"
    done
    if cmp -s "$stats" "$stats.this"; then
        echo "same $1 $2"
    else
        echo "FAILED $1 $2: $(diff "$stats" "$stats.this" | head -n 3 | tr '\n' ' ')"
    fi
    rm -f "$stats"*
}
export -f one
if [ $# = 0 ]; then pairs; else pairs | grep -E " ($(IFS='|'; echo "$*"))\$"; fi |
    xargs -P "$(nproc)" -n 2 bash -c 'one "$@"' one >"$tmp/lines"
grep '^FAILED' "$tmp/lines"
# shellcheck disable=SC2034  # read by summary
passed=$(grep -c '^same' "$tmp/lines")
# shellcheck disable=SC2034
failed=$(grep -c '^FAILED' "$tmp/lines")
summary
