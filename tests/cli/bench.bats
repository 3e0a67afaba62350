#!/usr/bin/env bats
# The tables of make bench, at size tiny: what they say but for the speeds themselves.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# ROUNDS TABLE…: the tables into $tmp/out
bench() {
    mkdir -p "$tmp/tmp"
    BENCH_ROUNDS=$1 BENCH_SIZE=tiny TMPDIR=$tmp/tmp timeout 120 "$BUILD/bench" "${@:2}" >"$tmp/out" 2>&1
}

# Rows in $tmp/out: how many are to follow the head; all end in one column.
rows() {
    awk -v want="$1" '
        NR == 1 { end = length($0) }
        length($0) != end { print "ends elsewhere: " $0; bad = 1 }
        END { if (NR != want + 1) print NR - 1 " rows"; exit bad || NR != want + 1 }' "$tmp/out"
}

# Each lowest..highest holds the median, which is the column before it.
spreads() {
    awk 'NR > 1 {
            for (i = 2; i <= NF; i++)
                if (split($i, s, "[.][.]") == 2) {
                    n++
                    if (s[1] + 0 > $(i - 1) || $(i - 1) > s[2] + 0) { print $(i - 1) " outside of " $i; bad = 1 }
                }
        }
        END { exit bad || !n }' "$tmp/out"
}

@test "engines: each kernel takes the same cycles on all engines and threads, as PTX and as a trace" {
    local processors
    mkdir "$tmp/traces"
    ctadel trace gtx480 vadd --size tiny --out "$tmp/traces/mine" >/dev/null
    BENCH_TRACES=$tmp/traces bench 1
    processors=$(getconf _NPROCESSORS_ONLN)
    check "3 kernels on 3 engines, on 2 and 4 threads of $processors; 3 kernels as PTX and as traces; a given trace" \
        rows $((20 + 3 * (processors >= 2) + 3 * (processors >= 4)))
    check "the same cycles" awk '
        NR > 1 && ($1, $2) in cycles && cycles[$1, $2] != $6 { print; bad = 1 }
        NR > 1 { cycles[$1, $2] = $6 }
        END { exit bad }' "$tmp/out"
    check "the given trace has the name of its folder" grep -qE '^gtx480 +mine +trace +c +1 ' "$tmp/out"
    check "its own traces and their compact forms are removed" rmdir "$tmp/tmp"
}

@test "policies and mixes: a median lies between the lowest and the highest value" {
    bench 2 mixes
    check "3 mixes, under 2 placements" rows 6
    check "spreads" spreads
    bench 1 policies
    check "2 kernels under 11 policies and on 3 baselines" rows 28
    check "spreads" spreads
}

@test "two tables stand apart" {
    bench 1 mixes mixes
    check "an empty line" [ "$(grep -c '^$' "$tmp/out")" = 1 ]
}

# CODE REGEX COMMAND…: it must exit with CODE and one line on stderr that matches
wrong() {
    local got=0
    "${@:3}" 2>"$tmp/out" >/dev/null || got=$?
    check "exit code $got" [ "$got" = "$1" ]
    check "one line" [ "$(wc -l <"$tmp/out")" = 1 ]
    check "$2" grep -qE -- "$2" "$tmp/out"
}

@test "a wrong table, number of rounds, size or folder is one line" {
    local n
    wrong 2 "found table 'speed'; allowed: engines, policies, mixes" "$BUILD/bench" engines speed
    for n in 0 16 two 3x; do wrong 2 "BENCH_ROUNDS: found '$n'; allowed: 1 to 15" env BENCH_ROUNDS=$n "$BUILD/bench"; done
    wrong 1 "BENCH_TRACES: found 'none'; allowed: a folder with <kernel>/kernelslist.g" env BENCH_TRACES=none "$BUILD/bench"
    wrong 1 "there is no size 'vast'; allowed: tiny, small" env BENCH_SIZE=vast "$BUILD/bench"
}

@test "--help names tables and variables" {
    "$BUILD/bench" --help >"$tmp/out"
    for n in engines policies mixes BENCH_ROUNDS BENCH_SIZE BENCH_TRACES; do check "$n" grep -qE "^  $n" "$tmp/out"; done
}
