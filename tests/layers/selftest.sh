#!/bin/bash
# run.sh itself: it names an #include that points up, a folder without a line, a line that is not needed.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
expect() { # what, regex of a line of its output, exit code
    local out status
    out=$("$work/tests/layers/run.sh" 2>&1)
    status=$?
    if [ "$status" = "$3" ] && grep -qE "$2" <<<"$out"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED $1: exit code $status, expected $3 and a line '$2': $out"
    fi
}
plant() {
    rm -rf "${work:?}"/*
    mkdir -p "$work/tests" && cp -r sim_c tb "$work" && cp -r tests/layers "$work/tests/"
}
plant
expect 'the tree as it is' '^[1-9][0-9]* passed, 0 failed$' 0
echo '#include "gpu/gpu.h"' >"$work/sim_c/base/up.h"
expect 'an include that points up' '^FAILED sim_c/base/up.h:1: sim_c/base may not include gpu/$' 1
plant
mkdir "$work/tb/new"
expect 'a folder without a line' '^FAILED tb/new: no line' 1
plant
sed -i 's|^tb/ui .*|& stats|' "$work/tests/layers/layers.txt"
expect 'a right that nothing uses' 'ui includes nothing of stats/' 1
plant
sed -i 's|^sim_c/isa .*|& ptx|' "$work/tests/layers/layers.txt"
expect 'a circle' 'ptx stands above isa' 1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
