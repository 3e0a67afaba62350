#!/bin/bash
# Runs every layer, two at a time: beside the proofs first those that use one processor, then those that use all, so that
# none is idle at the end. A layer that fails does not stop the others. Each prints its line when it ends; the last line
# sums up.
set -u
cd "$(dirname "$0")/.." || exit 2
export BUILD=${BUILD:-build}
layers=(
    'tests/formal/run.sh --some'
    tests/policy/run.sh
    tests/policy/wrong.sh
    tests/docs/run.sh
    tests/synth/run.sh
    tests/cuda/run.sh
    'tests/rtl/run.sh --some'
    tests/cosim/run.sh
    tests/cli/run.sh
    tests/mutate/selftest.sh
    rtl/lint.sh
    tests/formal/selftest.sh
    tests/format/run.sh
    tests/insts/run.sh
    tests/unit/run.sh
    tests/threads/run.sh
    tests/fuzz/replay.sh
    tests/layers/selftest.sh
    tests/layers/circles.sh
    tests/layers/run.sh
    tests/layers/lines.sh
    tests/layers/sizes.sh
)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work

one() { # a layer's command: its line and, if it failed, what it said; the counts into $work/counts
    local start=$SECONDS log status p f cpu
    log=$(mktemp -p "$work")
    # shellcheck disable=SC2086  # a script and its option
    $1 >"$log" 2>&1
    status=$?
    times >"$log.times" # not in $( ), whose children are others
    cpu=$(sed -n '2s/[ms]/ /gp' "$log.times" | awk '{ printf "%.0f", ($1 + $3) * 60 + $2 + $4 }')
    read -r p f <<<"$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' "$log" | tail -n 1)"
    p=${p:-0} f=${f:-0}
    [ $status = 0 ] || [ "$f" -gt 0 ] || f=1 # died without a count, or undecided
    {
        flock 9
        [ "$f" = 0 ] || cat "$log"
        printf '%-26s %5d passed %4d failed  (%d s, %d CPU s)\n' "$1" "$p" "$f" $((SECONDS - start)) "$cpu"
        echo "$p $f" >>"$work/counts"
    } 9>"$work/lock"
}
export -f one
printf '%s\0' "${layers[@]}" | xargs -0 -P 2 -I{} bash -c 'one "{}"'
awk -v layers=${#layers[@]} '{ p += $1; f += $2 } END { f += layers - NR; print p + 0 " passed, " f + 0 " failed"; exit f > 0 }' "$work/counts"
