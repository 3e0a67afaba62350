#!/bin/bash
# Proves every module of rtl/ (base case, induction, cover) and that each proof rejects its mutants.
#
#   tests/formal/run.sh [MODULE...]     all modules, or only these
#
# proofs_*.txt, a proof per line, # begins a comment:
#   top;NAME=VAL,NAME=VAL;depth;file file ...;solver
#   files   what the top needs besides itself, relative to rtl/, * for any name; build/rtl/... are generated banks.
#           The checkers tests/formal/formal_*.v are always at hand.
#   solver  z3 unless given
# mutants/MODULE.sed and MODULE_<n>.sed are applied to MODULE.v; each must make a proof of MODULE
# fail by a named assertion. A module without a proof or without a mutant fails the run.
#
# An `assume` about inputs that is labelled in_... is a duty of whoever instantiates the module:
# inside another top it is turned into an assertion. Other assumptions (reset, arbitrary constants)
# stay. Terms are unrolled by yosys-smtbmc, because z3 4.8 takes exponential time and memory to
# expand the nested definitions of wide multiplexers.
set -u
cd "$(dirname "$0")/../.." || exit 2
export BUILD=${BUILD:-build} V=${V:-}
export OUT=$BUILD/formal LIMIT_S=${FORMAL_TIMEOUT:-300}
export PROOFS=$OUT/proofs
mkdir -p "$OUT"
rtl/banks.sh || exit 2

where() { # module -> its file
    set -- rtl/*/"$1".v
    echo "$1"
}

# smt2 of one proof; $2 replaces the top's own file (mutants)
elaborate() { # smt2, file of the top, proof line
    local top params depth files solver set="" src=$2
    IFS=';' read -r top params depth files solver <<<"$3"
    for p in ${params//,/ }; do set="$set -chparam ${p%%=*} ${p#*=}"; done
    for f in $files; do
        case $f in build/*) src="$src $BUILD/${f#build/}" ;; *) src="$src rtl/$f" ;; esac
    done
    yosys -q -p "read_verilog -formal -DFORMAL -I$BUILD/rtl $src $(echo tests/formal/formal_*.v)
        hierarchy -check -top $top $set
        proc; chformal -assume -assume2assert */c:in_* A:top %d
        prep -flatten; async2sync; dffunmap; opt_clean; write_smt2 -wires $1" >"$1.log" 2>&1
}

# one question to the solver: passed, failed (with the assertion's name) or no answer
ask() { # smt2, log, depth, solver, mode
    # shellcheck disable=SC2086  # an empty mode is no word
    timeout "$LIMIT_S" yosys-smtbmc --unroll --noprogress -s "$4" -t "$3" $5 "$1" >"$2" 2>&1 </dev/null
    local rc=$?
    if grep -q 'Status: PASSED' "$2"; then echo passed
    elif grep -q 'Assert failed\|Unreached cover' "$2"; then
        echo "failed: $(grep -m1 -o 'Assert failed in .*\|Unreached cover .*' "$2")"
    elif [ $rc = 124 ]; then echo "no answer in $LIMIT_S s"
    else echo "solver: $(grep -v '^##' "$2" | tail -n 1)"; fi
}

proof() { # number of the line
    local line name smt2 answer top params depth files solver
    line=$(sed -n "$1p" "$PROOFS")
    IFS=';' read -r top params depth files solver <<<"$line"
    name="$top($params)"
    smt2=$OUT/$1.$top.smt2
    if ! elaborate "$smt2" "$(where "$top")" "$line"; then
        echo "FAILED $name: yosys: $(grep -m1 ERROR "$smt2.log")"
        return
    fi
    for mode in base induction cover; do
        local flag=""
        [ $mode = induction ] && flag=-i
        if [ $mode = cover ]; then
            grep -q '^; yosys-smt2-cover' "$smt2" || continue
            flag=-c
        fi
        answer=$(ask "$smt2" "$smt2.$mode" "$depth" "${solver:-z3}" "$flag")
        if [ "$answer" = passed ]; then echo "ok $name $mode"
        else echo "FAILED $name $mode: $answer ($smt2.$mode)"; fi
    done
}

mutant() { # sed script
    local script=$1 base module line smt2 file top params depth files solver n=0
    base=$(basename "$1" .sed)
    module=$(sed "s/_[0-9]*$//" <<<"$base")
    mkdir -p "$OUT/mutants/$base"
    file=$OUT/mutants/$base/$module.v
    sed -f "$script" "$(where $module)" >"$file"
    if cmp -s "$file" "$(where $module)"; then
        echo "FAILED mutant $base: changes nothing in $(where $module)"
        return
    fi
    while read -r line; do
        IFS=';' read -r top params depth files solver <<<"$line"
        n=$((n + 1))
        smt2=$OUT/mutants/$base/$n.smt2
        if ! elaborate "$smt2" "$file" "$line"; then
            echo "FAILED mutant $base: yosys: $(grep -m1 ERROR "$smt2.log")"
            return
        fi
        for flag in "" -i; do
            case $(ask "$smt2" "$smt2.log" "$depth" "${solver:-z3}" "$flag") in
            failed*) echo "ok mutant $base"; return ;;
            esac
        done
    done < <(grep "^$module;" "$PROOFS")
    echo "FAILED mutant $base: no proof of $module rejects it"
}
export -f where elaborate ask proof mutant

cat tests/formal/proofs_*.txt | sed 's/[ \t]*#.*//; s/[ \t]*;[ \t]*/;/g; /^[ \t]*$/d' >"$PROOFS"
wanted=${*:-$(for f in rtl/*/*.v; do basename "$f" .v; done)}
{
    for m in $wanted; do
        lines=$(grep -n "^$m;" "$PROOFS" | cut -d: -f1)
        [ -n "$lines" ] || echo "echo 'FAILED $m: no line in tests/formal/proofs_*.txt'"
        for n in $lines; do echo "proof $n"; done
        found=""
        for f in tests/formal/mutants/"$m"*.sed; do
            [ -r "$f" ] || continue

            case $(basename "$f" .sed) in "$m" | "$m"_[0-9]*) echo "mutant $f"; found=1 ;; esac
        done
        [ -n "$found" ] || echo "echo 'FAILED $m: no mutant in tests/formal/mutants'"
    done
} >"$OUT/jobs"
xargs -P "$(nproc)" -I{} bash -c '{}' <"$OUT/jobs" >"$OUT/all"
if [ -n "$V" ]; then sort "$OUT/all"; else grep '^FAILED' "$OUT/all" | sort; fi
passed=$(grep -c '^ok' "$OUT/all")
failed=$(grep -vc '^ok' "$OUT/all")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
