#!/bin/bash
# Fuzzes each target (all, or those named) for FUZZ_SECONDS from its seeds, in one process. A line
# per target; what it found stands in build/fuzz/found, as inputs and logs. What it learned stays in
# build/fuzz/corpus, and the next run goes on from there.
set -eu
BUILD=${BUILD:-build} seconds=${FUZZ_SECONDS:-30}
here=$BUILD/fuzz
passed=0 failed=0
tests/fuzz/seeds.sh "$here/seeds"
mkdir -p "$here/found"

# The words a reader knows are the strings of its sources.
words() { # source folder…
    find "$@" -name '*.c' -exec grep -ohE '"[!-~]{1,24}"' {} + | grep -v '[\\%]' | sort -u
}
dictionary() { # target
    case $1 in
    ptx) words sim_c/ptx ;;
    trace | tracez | list) words sim_c/trace && awk '!/^#/ && NF { print "\"" $1 "\"" }' configs/opcodes/sass.txt ;;
    sass) words sim_c/trace ;;
    sequence) words sim_c/sequence ;;
    machine) words sim_c/config ;;
    *) words sim_c/workload sim_c/config tb ;;
    esac
}
number() { # of a figure of the log's last lines
    grep -oE "$1 *[0-9]+" "$here/found/$2.log" | tail -n 1 | grep -oE '[0-9]+$' || echo 0
}

if [ $# = 0 ]; then
    mapfile -t targets < <(cd "$here/seeds" && printf '%s\n' *)
    set -- "${targets[@]}"
fi
for t in "$@"; do
    mkdir -p "$here/corpus/$t"
    rm -f "$here/found/$t"-*
    dictionary "$t" >"$here/found/$t.dict"
    status=0
    "$here/$t" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -print_final_stats=1 \
        -dict="$here/found/$t.dict" -artifact_prefix="$here/found/$t-" \
        "$here/corpus/$t" "$here/seeds/$t" >"$here/found/$t.log" 2>&1 || status=$?
    found=$(find "$here/found" -name "$t-*" | wc -l)
    [ "$status" = 0 ] || [ "$found" -gt 0 ] || found=1 # it did not even start
    printf '%-12s %9d executions %6d edges %3d found\n' "$t" "$(number number_of_executed_units: "$t")" \
        "$(number cov: "$t")" "$found"
    if [ "$found" = 0 ]; then
        passed=$((passed + 1))
        rm -f "$here/found/$t."*
    else
        failed=$((failed + 1))
        grep -m 3 -E 'finding:|ERROR:|runtime error|SUMMARY' "$here/found/$t.log" || tail -n 3 "$here/found/$t.log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
