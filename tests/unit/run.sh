#!/bin/sh
# Runs the unit-test programs that were built; their output is shown when one fails.
set -u
BUILD=${BUILD:-build}
passed=0 failed=0
for t in "$BUILD"/tests/test_*; do
    case $t in *.d) continue ;; esac
    if out=$("$t" 2>&1); then
        passed=$((passed + $(printf '%s\n' "$out" | grep -c '^\[       OK')))
    else
        printf '%s\n' "$out" | grep -vE '^\[ (RUN|      OK)' | head -40
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
