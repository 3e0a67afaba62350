#!/bin/bash
# Random mutants of modules of rtl/ through bench, proof and lockstep: what does no test see?
#
#   tests/mutate/run.sh [MODULE...]     all modules, or only these
#
# COUNT (30) mutants of each module, drawn by SEED (1): the same mutants for the same source and seed.
# LOCKSTEP= (empty) leaves the last detector out. README.md says what is changed and who detects it.
# A line per survivor, a line per module; the last line is `N killed, N survived`. Exit code 1 if one
# survived or an entry of equivalent.txt is not equivalent.
set -u
cd "$(dirname "$0")/../.." || exit 2
export BUILD=${BUILD:-build} V=${V:-}
BUILD=$(mkdir -p "$BUILD" && cd "$BUILD" && pwd)
export OUT=$BUILD/mutate LIMIT_S=${MUTATE_TIMEOUT:-60} ROOT=$PWD
count=${COUNT:-30} seed=${SEED:-1} lockstep=${LOCKSTEP-1}
for m in "$@"; do
    compgen -G "rtl/*/$m.v" >/dev/null || { echo "tests/mutate/run.sh: no file rtl/*/$m.v; allowed: names of modules" >&2 && exit 2; }
done
mkdir -p "$OUT"
rtl/banks.sh || exit 2

where() { # module -> its file
    set -- rtl/*/"$1".v
    echo "$1"
}
users() { # module: those that instantiate it
    grep -lE "^ *$1 +(#\(|u_)" rtl/*/*.v | xargs -r -n1 basename -s .v
    case $1 in
    place_* | limit_* | gate_*) echo disp_top ;;
    arb_top) ;;
    arb_*) echo arb_top ;;
    esac
}
own_bench() { # module -> the file; arb_top stands in the rig of every policy's bench
    echo "tests/rtl/${1/#arb_top/arb_gto}_tb.v"
}
benches() { # module: its own bench, else those of its users
    if [ -e "$(own_bench "$1")" ]; then basename "$(own_bench "$1")" _tb.v; return; fi
    for u in $(users "$1"); do benches "$u"; done | sort -u
}
proofs() { # file of the module: every proof line that reads it, its own first
    local m line top params files solver f hit
    m=$(basename "$1" .v)
    cat tests/formal/proofs_*.txt | sed 's/[ \t]*#.*//; s/[ \t]*;[ \t]*/;/g; /^[ \t]*$/d' | while read -r line; do
        IFS=';' read -r top params _ files solver <<<"$line"
        hit=''
        [ "$top" = "$m" ] && hit=own
        for f in $files; do
            # shellcheck disable=SC2254  # a pattern of the proof line
            case ${1#rtl/} in $f) hit=${hit:-user} ;; esac
        done
        [ -z "$hit" ] || echo "$hit $line"
    done
}

# A tree of its own for one mutant: rtl/ with the one file changed, benches, proofs.
plant() { # directory, module, number
    rm -rf "$1"
    mkdir -p "$1/tests"
    cp -a rtl "$1/" # -a: what was built of the other files stays up to date
    cp -r tests/rtl tests/formal "$1/tests/"
    mkdir -p "$1/synth" && cp synth/reached.awk "$1/synth/"
    awk -v pick="$3" -f tests/mutate/sites.awk "$(where "$2")" >"$1/$(where "$2")"
}
compiles() { # directory, module: in Icarus and Yosys
    local dirs=() d f
    f=$1/$(where "$2")
    for d in "$1"/rtl/*/ "$BUILD/rtl" "$BUILD/rtl/arb_lrr"; do dirs+=(-y "${d%/}"); done
    iverilog -g2005 -I "$BUILD/rtl" "${dirs[@]}" -t null -s "$2" "$f" >"$1/compiles" 2>&1 &&
        yosys -q -p "read_verilog -defer -I$BUILD/rtl $f" >>"$1/compiles" 2>&1
}

# Yosys and z3: does the mutant answer as the original in every run that the module's own proof allows?
# Its assertions are proven (make formal), so they may be assumed. Registers are compared as well, or
# else, if they differ, outputs alone; at the parameters of each proof line.
same_as_original() { # directory, module
    local line top params files solver dir=$1/same
    mkdir -p "$dir"
    grep -q . "$1/own" || return 1
    while read -r line; do
        IFS=';' read -r top params _ files solver <<<"$line"
        same_at registers || same_at outputs || return 1
    done <"$1/own"
}
same_at() { # what is compared; the proof line's fields, dir: of the caller
    local set='' gold gate p f
    for p in ${params//,/ }; do [ "${p%%=*}" = F_TOP ] || set="$set -chparam ${p%%=*} ${p#*=}"; done
    gold=$(where "$top") gate=$dir/../$(where "$top")
    for f in $files; do
        case $f in
        build/*) gold="$gold $BUILD/${f#build/}" gate="$gate $BUILD/${f#build/}" ;;
        *) gold="$gold $(echo rtl/$f)" gate="$gate $(echo rtl/$f)" ;;
        esac
    done
    yosys -q -p "read_verilog -I$BUILD/rtl $gate; hierarchy -check -top $top $set; proc; flatten; opt_clean
        select -write $dir/registers t:\$dff %co1:+[Q] w:* %i w:\$* %d" >"$dir/log" 2>&1 || return 1
    sed "s|.*/||" "$dir/registers" >"$dir/names"
    [ "$1" = registers ] || : >"$dir/names"
    yosys -q -p "read_verilog -I$BUILD/rtl $gate; hierarchy -check -top $top $set; proc; flatten; opt_clean
        $(sed 's/.*/expose -cut w:&/' "$dir/names" | sed 's/ -cut//')
        setundef -init -zero; rename -top gate; design -stash gate
        read_verilog -formal -DFORMAL -I$BUILD/rtl $gold $(echo tests/formal/formal_*.v); hierarchy -check -top $top $set
        proc; flatten; chformal -assert2assume; chformal -cover -remove; opt_clean
        $(sed 's/.*/expose w:&/' "$dir/names")
        setundef -init -zero; rename -top gold; design -stash gold
        design -copy-from gold gold; design -copy-from gate gate
        miter -equiv -make_assert -flatten gold gate miter; hierarchy -top miter
        prep -flatten; async2sync; dffunmap; opt_clean; write_smt2 -wires $dir/smt2" >"$dir/log" 2>&1 || return 1
    timeout "$LIMIT_S" yosys-smtbmc --unroll --noprogress -s "${solver:-z3}" -t 4 "$dir/smt2" >"$dir/base" 2>&1 </dev/null &&
        timeout "$LIMIT_S" yosys-smtbmc --unroll --noprogress -s "${solver:-z3}" -t 4 -i "$dir/smt2" >"$dir/step" 2>&1 </dev/null &&
        grep -q 'Status: PASSED' "$dir/base" && grep -q 'Status: PASSED' "$dir/step"
}

by_bench() { # directory, module
    # shellcheck disable=SC2046  # module names
    ! BUILD=$1/build FIRST=1 BENCH_TIMEOUT=$(cat "$OUT/$2.limit") "$1/tests/rtl/run.sh" $(benches "$2") >"$1/bench" 2>&1
}
by_proof() { # directory, file of proof lines
    [ -s "$1/$2" ] || return
    rm "$1"/tests/formal/proofs_*.txt
    cp "$1/$2" "$1/tests/formal/proofs_mutate.txt"
    # shellcheck disable=SC2046
    BUILD=$1/build "$1/tests/formal/run.sh" --proofs --first $(cut -d';' -f1 "$1/$2" | sort -u) >"$1/proof" 2>&1
    grep -q '^FAILED.*: failed: ' "$1/proof" # not one that yosys or the solver cannot start
}
# Prints the verdict: bench, proof, equivalent, invalid or survived. The benches of a user take longer
# than the module's own proof.
judge() { # module, number
    local dir=$OUT/$1.$2 own
    own=$(own_bench "$1")
    plant "$dir" "$1" "$2"
    compiles "$dir" "$1" || { echo invalid; return; }
    export FORMAL_TIMEOUT=$LIMIT_S FORMAL_TIMEOUT_ALONE=$LIMIT_S
    proofs "$(where "$1")" >"$dir/lines"
    sed -n 's/^own //p' "$dir/lines" >"$dir/own"
    sed -n 's/^user //p' "$dir/lines" >"$dir/users"
    if [ -e "$own" ] && by_bench "$dir" "$1"; then echo bench
    elif same_as_original "$dir" "$1"; then echo equivalent
    elif by_proof "$dir" own; then echo proof
    elif [ ! -e "$own" ] && [ -n "$(benches "$1")" ] && by_bench "$dir" "$1"; then echo bench
    elif [ ! -e "$dir.listed" ] && by_proof "$dir" users; then echo proof # long, so not of judged ones
    else echo survived; fi
}
mutant() { # module, number: a file with its verdict, its tree removed
    judge "$1" "$2" >"$OUT/$1.$2.verdict"
    [ "$(cat "$OUT/$1.$2.verdict")" = survived ] || rm -rf "${OUT:?}/$1.$2"
}
export -f where users own_bench benches proofs plant compiles same_as_original same_at by_bench by_proof judge mutant

# Lockstep sees the few that are left, because each needs a program of its own: the Verilated
# models with it are made anew, the rest of the build is kept. A difference leaves waves where the program runs.
runs=(
    'one lcs28 bfs tiny --warp gto' 'one lcs28 mmul tiny --limit lcs --warp lrr' 'one lcs28 hst tiny --place bcs --warp sca'
    'one lcs28 srad tiny --limit dyncta --warp tl' 'one lcs28 vadd tiny --ctas 2 --warp owl'
    'one lcs28 bfs tiny --warp ccws --set sm.l1d.sets=1'
)
in_lockstep() { # directory, module
    local run machine load size
    cp -a "$ROOT"/{Makefile,mk,packages.txt,scripts,sim_c,tb,configs} "$1/"
    rm -rf "$1/build"
    mkdir "$1/build"
    tar -C "$BUILD" --exclude=./mutate --exclude=./formal --exclude=./coverage -cf - . | tar -xf - -C "$1/build"
    touch "$1/$(where "$2")"
    (cd "$1" && make BUILD=build build/ctadel) >"$1/lockstep" 2>&1 || { echo "not built" >>"$1/lockstep"; return 1; }
    for run in "${runs[@]}"; do
        read -r _ machine load size run <<<"$run"
        # shellcheck disable=SC2086
        (cd "$1" && timeout 600 build/ctadel run "$machine" "$load" --size "$size" $run --engine lockstep) \
            >"$1/lockstep" 2>&1 || return 0
    done
    return 1
}

listed() { # module, old line, new line: equivalent.txt names it
    awk -v m="$1" -v old="$2" -v new="$3" '
        /^[a-z]/ { mod = $0; sub(/:.*/, "", mod) }
        /^- / { a = substr($0, 3) }
        /^\+ / { if (mod == m && a == old && substr($0, 3) == new) hit = 1 }
        END { exit !hit }' tests/mutate/equivalent.txt
}

# A detector that fails without any mutant detects nothing. A bench may take 5 times as long as without.
declare -A limit # seconds, by benches
unmutated() { # module
    local b start=$SECONDS
    b=$(benches "$1")
    if [ -n "$b" ] && [ -z "${limit[$b]-}" ]; then
        # shellcheck disable=SC2086  # module names
        if ! tests/rtl/run.sh $b >"$OUT/$1.log"; then
            echo "FAILED $1: its bench fails without a mutant: $(grep -m1 FAILED "$OUT/$1.log")"
            return 1
        fi
        limit[$b]=$((60 + 5 * (SECONDS - start)))
    fi
    echo "${limit[${b:-none}]-60}" >"$OUT/$1.limit"
    if tests/formal/run.sh --proofs "$1" | grep '^FAILED.*:.*failed:'; then return 1; fi
}

# The order in which mutants are drawn: a shuffle by a generator that every awk computes alike.
drawn() { # number of mutants there are
    awk -v n="$1" -v x="$seed" 'BEGIN {
        for (i = 1; i <= n; i++) a[i] = i
        for (i = n; i > 1; i--) {
            x = (x * 16807 + 12345) % 2147483647
            j = x % i + 1
            t = a[i]; a[i] = a[j]; a[j] = t
        }
        for (i = 1; i <= n; i++) print a[i]
    }'
}

# A group of its own, ended as a whole. OMP_NUM_THREADS=1 makes `nproc` say 1 in a detector: mutants
# run side by side, the jobs of one detector do not.
work=''
trap '[ -z "$work" ] || kill -TERM -- "-$work"; exit 130' INT TERM HUP
all_killed=0 all_survived=0 wrong=0
wanted=${*:-$(for f in rtl/*/*.v; do basename "$f" .v; done)}
for m in $wanted; do
    unmutated "$m" || { wrong=$((wrong + 1)); continue; }
    awk -f tests/mutate/sites.awk "$(where "$m")" >"$OUT/$m.sites"
    drawn "$(wc -l <"$OUT/$m.sites")" >"$OUT/$m.order"
    rm -rf "$OUT/$m".*.verdict
    # A mutant that does not compile is no mutant: draw on until COUNT are valid.
    valid=0 first=1
    : >"$OUT/$m.drawn"
    rm -f "$OUT/$m".*.listed
    while IFS=$'\t' read -r n line what old new; do
        if listed "$m" "$old" "$new"; then : >"$OUT/$m.$n.listed"; fi
    done <"$OUT/$m.sites"
    while [ "$valid" -lt "$count" ]; do
        take=$(tail -n +$first "$OUT/$m.order" | head -n $((count - valid)))
        [ -n "$take" ] || break
        first=$((first + count - valid))
        echo "$take" >"$OUT/$m.take"
        OMP_NUM_THREADS=1 setsid xargs -P "$(nproc)" -I{} bash -c "mutant $m {}" <"$OUT/$m.take" &
        work=$!
        wait "$work"
        echo "$take" >>"$OUT/$m.drawn"
        valid=$(for n in $(cat "$OUT/$m.drawn"); do cat "$OUT/$m.$n.verdict"; done | grep -vc invalid)
    done
    bench=0 proof=0 lock=0 equal=0 survived=0 by_list=0
    while read -r n; do
        IFS=$'\t' read -r _ line what old new < <(sed -n "${n}p" "$OUT/$m.sites")
        verdict=$(cat "$OUT/$m.$n.verdict")
        known=''
        [ ! -e "$OUT/$m.$n.listed" ] || known=1
        if [ "$verdict" = survived ] && [ -n "$known" ]; then verdict=listed; fi
        if [ "$verdict" = survived ] && [ -n "$lockstep" ] && in_lockstep "$OUT/$m.$n" "$m"; then verdict=lockstep; fi
        case $verdict in
        bench) bench=$((bench + 1)) ;;
        proof) proof=$((proof + 1)) ;;
        lockstep) lock=$((lock + 1)) ;;
        equivalent) equal=$((equal + 1)) ;;
        listed) by_list=$((by_list + 1)) ;;
        survived)
            survived=$((survived + 1))
            echo "survived $(where "$m"):$line: $what"
            echo "    - $old"
            echo "    + $new"
            ;;
        esac
        case $known$verdict in 1bench | 1proof | 1lockstep)
            echo "FAILED tests/mutate/equivalent.txt: $verdict tells this mutant of $m from the original: $new"
            wrong=$((wrong + 1)) ;;
        esac
        [ -z "$V" ] || [ "$verdict" = survived ] || echo "$verdict $m:$line: $what: $new"
        rm -rf "${OUT:?}/$m.$n"
    done <"$OUT/$m.drawn"
    echo "$m: $((bench + proof + lock + equal + by_list + survived)) mutants; killed by bench $bench, proof $proof," \
        "lockstep $lock; equivalent $equal, judged so $by_list; survived $survived"
    all_killed=$((all_killed + bench + proof + lock)) all_survived=$((all_survived + survived))
done
echo "$all_killed killed, $all_survived survived"
[ "$all_survived" = 0 ] && [ "$wrong" = 0 ] && [ "$all_killed" -gt 0 ]
