#!/bin/bash
# Which lines of rtl/ do lockstep runs and benches execute, which bits do they toggle? (make coverage)
#
# Merged are the Verilated models of build/coverage/ctadel in lockstep (every policy, at a size that
# counters leave bearable: 4 SMs of the dispatcher's 32 or fewer), and all benches of tests/rtl, compiled by
# Verilator, because Icarus counts nothing, each with its first COVERAGE_SETS (2) parameter sets. Two things of a
# bench Verilator cannot compile are replaced: `$finish_and_return` by `$finish`, and a defparam of the arbiter
# in its bank, by the same value in a copy of the bank. A third it does badly: its $random(seed) seeds
# a generator anew at each call and so soon goes round in a circle; $random alone does not. A bench's initial
# block drives whole inputs: after a blocking assignment to a part of one, Verilator 5.006 settles
# combinational logic half a cycle late.
# The sequence is another one than in Icarus, so a bench that wants something to happen often enough
# may fail: it is named and not merged.
#
# A line counts if a statement of an `always` stands on it: Verilator has no counter at `assign` and
# `wire x =`, which are always executed; whether they ever change is what the toggles say. A bit toggles
# if it does in any instance; vectors above 64 bits have no counters.
# Lines never executed are listed; unreached.txt names those that cannot be, with the reason. Exit code
# 1 if another one is, or if one that is named is executed after all.
# Leaves $BUILD/coverage/lines (annotated sources) and $BUILD/coverage/still (signals no bit of which toggles).
set -u
cd "$(dirname "$0")/../.." || exit 2
export BUILD=${BUILD:-build}
export OUT=$BUILD/coverage DAT=$BUILD/coverage/dat BENCH=$BUILD/coverage/bench
rm -rf "$DAT" "$BENCH" "$OUT/lines"
mkdir -p "$DAT" "$BENCH/src" "$OUT/lines"
rtl/banks.sh || exit 2

lockstep() { # number machine workload options…
    local n=$1 run=("${@:2}")
    COVERAGE_FILE=$DAT/lockstep.$n.dat timeout 1800 "$OUT/ctadel" run --size tiny --set sms=4 "${run[@]}" \
        --engine lockstep >"$OUT/lockstep.$n" 2>&1 && [ -s "$DAT/lockstep.$n.dat" ] && return
    echo "FAILED: lockstep ${run[*]}: $(tail -n 1 "$OUT/lockstep.$n")"
}
words() { # bench, keyword
    sed -n "s|^// $2: *||p" "$1"
}
in_bank() { # bench, its parameters: a sed script that does to arb_bank what its defparams do
    local arb p value
    sed -n 's/^ *defparam rig.u_dut.u_bank.u_\([a-z_]*\)\.\([A-Z_]*\) = .*/\1 \2/p' "$1" | while read -r arb p; do
        value=$(grep "^ *parameter" "$1" | grep -oE "\b$p *= *[0-9]+" | head -n 1)
        case " $2 " in *" $p="*) value=$(grep -oE "\b$p=[0-9]+" <<<"$2") ;; esac
        echo "s/^ *$arb #(/&.$p(${value##*[= ]}), /"
    done
}
bench() { # file, number, parameters
    local tb dir src=() set=() dirs=() f d p
    tb=$(basename "$1" .v)
    dir=$BENCH/$tb.$2
    mkdir -p "$dir"
    for f in $(words "$1" sources); do
        case $f in
        build/*)
            sed -f <(in_bank "$1" "$3") "$BUILD/${f#build/}" >"$dir/$(basename "$f")"
            src+=("$dir/$(basename "$f")")
            ;;
        *) src+=("$BENCH/src/$(basename "$f")") ;;
        esac
    done
    for d in rtl/*/ "$BUILD/rtl"; do dirs+=(-y "${d%/}"); done
    for p in $3; do set+=("-G$p"); done
    if ! "${VERILATOR:-verilator}" --cc --exe --build --timing -Wno-fatal -Wno-lint -Wno-style -O3 -MAKEFLAGS 'OPT_FAST=-O0 OPT_SLOW=-O0' \
        --coverage-line --coverage-toggle --coverage-max-width 64 -fno-reorder -fno-split +1364-2005ext+v --prefix Vtb --top-module "$tb" \
        "${set[@]}" "${dirs[@]}" -I"$BENCH/src" -I"$BUILD/rtl" --Mdir "$dir" -o tb "$BENCH/src/$tb.v" "${src[@]}" \
        "$PWD/tests/coverage/main.cpp" >"$dir/log" 2>&1; then
        echo "FAILED: $tb ($3): verilator: $(grep -m1 -i 'error' "$dir/log")"
        return
    fi
    timeout 600 "$dir/tb" "$dir/dat" >"$dir/log" 2>&1
    if grep -q '[1-9][0-9]* passed, 0 failed' "$dir/log" && [ -s "$dir/dat" ]; then mv "$dir/dat" "$DAT/$tb.$2.dat"
    else echo "not merged: $tb ($3): $(grep -m1 . "$dir/log")"; fi
}
export -f lockstep words in_bank bench

# Of the bench itself nothing is counted: its tasks are expanded wherever they are called.
for f in tests/rtl/*.v tests/rtl/*.vh; do
    sed '1s|^|/* verilator coverage_off */ |; $s|$| /* verilator coverage_on */|; s/\$finish_and_return([^;]*);/$finish;/
        s/\$random(seed)/$random/g; /defparam rig.u_dut/d' "$f" >"$BENCH/src/$(basename "$f")"
done
gates=$(for f in rtl/gate/gate_*.v; do basename "$f" .v; done | sed 's/gate_//' | grep -vx none | paste -sd, -)
{
    n=0
    while read -r run; do
        n=$((n + 1))
        echo "lockstep $n $run"
    done <<RUNS
lcs28 madd --limit lcs --warp gto --place bcs
lcs28 vadd --limit lcs --warp lrr --gate $gates
lcs28 madd --limit dyncta --warp tl
lcs28 vadd --limit dyncta --warp sca --place bcs --gate $gates
lcs28 vadd --warp owl
lcs28 mmul --warp ccws --set sm.l1d.sets=1
lcs28 vadd --ctas 2 --warp gto
lcs28 madd --place tile
smk15 bp+srad --place room
smk15 bp+hot --place mixed --limit smk --warp alt
smk15 bp+hot --place mixed_bcs --warp sca
smk15 bp+lbm --place mixed --limit smk --set sms=1
smk15 bp+srad --place mixed --limit smc --set smc.window_cycles=300
smk15 bp+srad --place spatial --warp sim
RUNS
    for tb in tests/rtl/*_tb.v; do
        n=0
        words "$tb" params | tr ';' '\n' | sed 's/,/ /g; s/  */ /g; s/^ //; s/ $//; /^$/d' |
            { grep . || echo; } | head -n "${COVERAGE_SETS:-2}" | while read -r set; do
            n=$((n + 1))
            echo "bench $tb $n \"$set\""
        done
    done
} | tr '\n' '\0' | xargs -0 -P "$(nproc)" -I{} bash -c '{}' | tee "$OUT/failures"
grep -q '^FAILED' "$OUT/failures"
[ $? = 1 ] || { echo "nothing is reported: not every run passed"; exit 1; }

verilator_coverage --write "$OUT/all.dat" "$DAT"/*.dat >"$OUT/merge.log" 2>&1 || { cat "$OUT/merge.log"; exit 1; }
grep -a $'\001f\002rtl/' "$OUT/all.dat" >"$OUT/rtl.dat"
{ echo '# SystemC::Coverage-3'; grep -av 'v_toggle' "$OUT/rtl.dat"; } >"$OUT/lines.dat"
verilator_coverage --annotate "$OUT/lines" --annotate-all --annotate-min 1 "$OUT/lines.dat" >"$OUT/annotate.log" 2>&1
awk -f tests/coverage/report.awk -v still="$OUT/still" tests/coverage/unreached.txt "$OUT/rtl.dat"
