#!/bin/bash
# Every fuzz target over its seeds, compiled with gcc and its sanitizers: what was found stays found.
set -u
BUILD=${BUILD:-build}
passed=0 failed=0
seeds=$BUILD/replay/seeds
log=$(mktemp)
trap 'rm -f "$log"' EXIT
tests/fuzz/seeds.sh "$seeds" || exit 1
for dir in "$seeds"/*/; do
    t=$(basename "$dir")
    if timeout 300 "$BUILD/replay/$t" "$dir"* >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $t"
        grep -E 'finding:|ERROR:|runtime error|SUMMARY|the input was|^    #[0-9] ' "$log" | head -n 12
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
