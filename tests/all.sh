#!/bin/sh
# Every layer, one after the other; a layer that fails does not stop the next. The last line sums up.
set -u
BUILD=${BUILD:-build}
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for layer in rtl/lint.sh tests/layers/run.sh tests/layers/circles.sh tests/layers/lines.sh tests/layers/selftest.sh tests/format/run.sh tests/unit/run.sh tests/rtl/run.sh tests/formal/selftest.sh tests/formal/run.sh \
    tests/mutate/selftest.sh tests/cosim/run.sh \
    tests/cli/run.sh tests/cuda/run.sh tests/docs/run.sh tests/synth/run.sh tests/policy/run.sh tests/fuzz/replay.sh; do
    start=$(date +%s)
    $layer >"$log" 2>&1
    status=$?
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
    p=$(echo "$line" | awk '{print $1 + 0}') f=$(echo "$line" | awk '{print $3 + 0}')
    [ "$status" = 0 ] || [ "$f" -gt 0 ] || f=1 # died without a count, or undecided
    [ "$f" = 0 ] || cat "$log"
    printf '%-22s %5d passed %4d failed  (%d s)\n' "$layer" "$p" "$f" $(($(date +%s) - start))
    passed=$((passed + p)) failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
