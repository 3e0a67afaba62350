#!/bin/bash
# Runs every bench tests/rtl/*_tb.v under Icarus, once per parameter set.
#
#   tests/rtl/run.sh [--some] [MODULE...]     all benches, or only those of these modules
#
#   --some    a third of each bench's parameter sets, at least one, as in `make test`
#
# FIRST=1 ends at the first failure.
#
# Comment lines at the top of a bench name what it needs:
#   // sources: tests/rtl/arb_rig.v build/rtl/arb_gto/arb_bank.v
#   // params:  N=2; N=3; N=28, M=4                             (a set per `;`, none: defaults)
# Icarus finds modules of rtl/ and the generated banks of place, limit and gate by name; `sources` are the
# rest: helpers, and the arb_bank. Several such lines add up. To include: check.vh (check and
# finish), axil_host.vh (a host at a port), disp_host.vh (the dispatcher behind one), policy_ids.vh (the POLICY values by
# name), registers.vh and registers_sas.vh (addresses).
# `also:` names modules without a file of their own that this one drives; without MODULE, a module that no bench has or
# names is a failure.
# A bench passes if it ends with exit code 0 and says `0 failed`.
set -u
cd "$(dirname "$0")/../.." || exit 2
export BUILD=${BUILD:-build} V=${V:-} FIRST=${FIRST:-}
export OUT=$BUILD/rtl-test
every=1
case ${1-} in
--some) every=3 && shift ;;
--*) echo "tests/rtl/run.sh: option '$1'; allowed is --some" >&2 && exit 2 ;;
esac
for m in "$@"; do
    [ -e "tests/rtl/${m}_tb.v" ] ||
        { echo "tests/rtl/run.sh: no bench tests/rtl/${m}_tb.v; allowed: names of modules that have one" >&2 && exit 2; }
done
mkdir -p "$OUT"
rtl/banks.sh || exit 2

words() { # bench, keyword: what stands behind it
    sed -n "s|^// $2: *||p" "$1"
}
fail() { # text
    echo "FAILED $1"
    [ -z "$FIRST" ] || exit 255 # xargs starts nothing more
}
bench() { # file, parameter set number, "NAME=VAL NAME=VAL"
    local tb src=() set=() dirs=() name log
    tb=$(basename "$1" .v)
    name="$tb${3:+ ($3)}"
    log=$OUT/$tb.$2
    for f in $(words "$1" sources); do
        case $f in build/*) src+=("$BUILD/${f#build/}") ;; *) src+=("$f") ;; esac
    done
    for d in rtl/*/ "$BUILD/rtl"; do dirs+=(-y "${d%/}"); done
    for p in $3; do set+=("-P$tb.$p"); done
    if ! iverilog -g2005 -Wall -I tests/rtl -I "$BUILD/rtl" -s "$tb" "${set[@]}" "${dirs[@]}" -o "$log.vvp" \
        "$1" "${src[@]}" >"$log" 2>&1; then
        fail "$name: iverilog: $(grep -m1 error: "$log" || grep -m1 . "$log")"
        return
    fi
    if timeout "${BENCH_TIMEOUT:-1800}" vvp -n "$log.vvp" >"$log" 2>&1 </dev/null &&
        grep -q '[1-9][0-9]* passed, 0 failed' "$log"; then echo "ok $name"
    else fail "$name: $(grep -m1 . "$log") ($log)"; fi
}
export -f words fail bench

for tb in tests/rtl/*_tb.v; do
    m=$(basename "$tb" _tb.v)
    [ $# = 0 ] || case " $* " in *" $m "*) ;; *) continue ;; esac
    n=0
    words "$tb" params | tr ';' '\n' | sed 's/,/ /g; s/  */ /g; s/^ //; s/ $//; /^$/d' |
        { grep . || echo; } |
        while read -r set; do
            n=$((n + 1))
            [ $(((n - 1) % every)) = 0 ] || continue
            echo "bench $tb $n \"$set\""
        done
done | tr '\n' '\0' | xargs -0 -P "$(nproc)" -I{} bash -c '{}' >"$OUT/all"
if [ $# = 0 ]; then
    for f in rtl/*/*.v; do
        m=$(basename "$f" .v)
        if [ -e "tests/rtl/${m}_tb.v" ] || grep -qE "^// also: (.* )?$m( |$)" tests/rtl/*.v; then echo "ok $m has a bench"
        else echo "FAILED $f: no bench tests/rtl/${m}_tb.v"; fi
    done >>"$OUT/all"
fi
if [ -n "$V" ]; then sort "$OUT/all"; else grep '^FAILED' "$OUT/all" | sort; fi
passed=$(grep -c '^ok' "$OUT/all")
failed=$(grep -vc '^ok' "$OUT/all")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
