#!/bin/bash
# Proves every module of rtl/ (base case, induction, cover) and that each proof rejects its mutants.
#
#   tests/formal/run.sh [--some] [--fresh] [--proofs] [--first] [MODULE...]     all modules, or only these
#
#   --some    of each module the first of its proofs, of every fourth the first of its mutants, as in `make test`
#   --fresh   prove everything, also what an earlier run proved of the very same inputs
#   --proofs  proofs alone, no mutants
#   --first   end at the first failure
#
# proofs_*.txt, a proof per line, # begins a comment:
#   top;NAME=VAL,NAME=VAL;depth;file file ...;solver
#   files   what the top needs besides itself, relative to rtl/, * for any name; build/rtl/... are generated banks.
#           The checkers tests/formal/formal_*.v are always at hand. A proof reads those that its top reaches (synth/reached.awk).
#   solver  z3 unless given
# mutants/MODULE.sed and MODULE_<n>.sed are applied to MODULE.v; each must make a proof of MODULE
# fail by a named assertion. A module without a proof or without a mutant fails the run.
#
#   depth   most steps of an induction, and how far covers and mutants are searched; the base case goes as far as the
#           induction needs, and two cycles more
#
# An `assume` labelled in_... must be met by the module that instantiates this one: inside another top it is an assertion.
# Otherwise only the reset of the first cycle and arbitrary constants are assumed; assumptions.sh refuses the rest. The
# solver's terms are unrolled, because z3 4.8 expands nested definitions of wide multiplexers in exponential time and memory.
#
# What holds is kept in $BUILD/formal/cache under a hash of all it depends on: every Verilog source read, without its
# comments; the line of the proof, this script, the versions of yosys and the solver. Only `passed` is
# kept (of a mutant: rejected). A question without an answer in FORMAL_TIMEOUT seconds (1200) is asked
# once more when all others are done, alone, for FORMAL_TIMEOUT_ALONE seconds (1800); what is open
# then is `undecided` and the run does not pass. An interrupted run leaves no process behind.
set -u
cd "$(dirname "$0")/../.." || exit 2
export BUILD=${BUILD:-build} V=${V:-}
export OUT=$BUILD/formal LIMIT_S=${FORMAL_TIMEOUT:-1200} ALONE_S=${FORMAL_TIMEOUT_ALONE:-1800}
export PROOFS=$OUT/proofs CACHE=$OUT/cache FIRST='' FRESH='' SOME='' MUTANTS=1 AGAIN=$OUT/again
while :; do
    case ${1-} in
    --some) SOME=1 ;;
    --fresh) FRESH=1 ;;
    --proofs) MUTANTS='' ;;
    --first) FIRST=1 ;;
    --*) echo "tests/formal/run.sh: option '$1'; allowed are --some, --fresh, --proofs, --first" >&2 && exit 2 ;;
    *) break ;;
    esac
    shift
done
mkdir -p "$CACHE"
{ rtl/banks.sh || exit 2; } && { tests/formal/assumptions.sh || exit 1; }

where() { # module -> its file
    ls rtl/*/"$1".v
}
for m in "$@"; do
    where "$m" >/dev/null 2>&1 || { echo "tests/formal/run.sh: no module '$m': there is no rtl/*/$m.v" >&2; exit 2; }
done

sources() { # file of the top, proof line: every file the proof reads
    local top params depth files solver f
    IFS=';' read -r top params depth files solver <<<"$2"
    # shellcheck disable=SC2046  # file names without blanks
    awk -v top="$top" -f synth/reached.awk "$1" tests/formal/formal_*.v $(for f in $files; do
        case $f in build/*) echo "$BUILD/${f#build/}" ;; *) echo rtl/$f ;; esac; done)
}

included() { # files: the generated files that they include
    sed -n "s|^ *\`include \"\(.*\)\"|$BUILD/rtl/\1|p" "$@" | sort -u
}

# Everything a verdict on these proof lines depends on, as one word.
hash_of() { # file of the top, proof lines
    local list
    { while read -r line; do
        echo "$line"
        mapfile -t list < <(sources "$1" "$line")
        mapfile -t -O ${#list[@]} list < <(included "${list[@]}")
        sed 's|[ \t]*//.*||; /^$/d' "${list[@]}"
    done <<<"$2"; echo "$VERSIONS"; cat tests/formal/run.sh; } | sha256sum | cut -c1-40
}
keep() { : >"$CACHE/$1"; } # hash.question: it passed
kept() { # hash.question
    [ -z "$FRESH" ] && [ -e "$CACHE/$1" ]
}

# smt2 of one proof; $2 replaces the top's own file (mutants)
elaborate() { # smt2, file of the top, proof line
    local top params depth files solver set=""
    IFS=';' read -r top params depth files solver <<<"$3"
    for p in ${params//,/ }; do set="$set -chparam ${p%%=*} ${p#*=}"; done
    # shellcheck disable=SC2046
    yosys -q -p "read_verilog -formal -DFORMAL -I$BUILD/rtl $(echo $(sources "$2" "$3"))
        hierarchy -check -top $top $set
        proc; chformal -assume -assume2assert */c:in_* A:top %d
        prep -flatten; async2sync; dffunmap; opt_clean; write_smt2 -wires $1" >"$1.log" 2>&1
}

# one question to the solver: passed, failed (with the assertion's name) or no answer
ask() { # smt2, log, depth, solver, mode
    local flag=''
    case $5 in induction) flag='-i --noincr' ;; cover) flag=-c ;; esac # few, large questions: each by itself
    # shellcheck disable=SC2086  # words, or none
    timeout "$LIMIT_S" yosys-smtbmc --unroll --noprogress -s "$4" -t "$3" $flag "$1" >"$2" 2>&1 </dev/null
    local rc=$?
    if grep -q 'Status: PASSED' "$2"; then echo passed
    elif grep -q 'Assert failed\|Unreached cover' "$2"; then
        echo "failed: $(grep -m1 -o 'Assert failed in .*\|Unreached cover .*' "$2")"
    elif [ $rc = 124 ]; then echo "no answer in $LIMIT_S s"
    else echo "solver: $(grep -v '^##' "$2" | tail -n 1)"; fi
}

failed() { # text: a verdict that ends the run if only the first is wanted
    echo "FAILED $1"
    [ -z "$FIRST" ] || exit 255 # xargs starts nothing more
}
open() { # name and answer, job: once more alone, or undecided
    if [ "$LIMIT_S" = "$ALONE_S" ]; then echo "undecided $1"; else echo "$2" >>"$AGAIN"; fi
}

# Elaborates one proof, unless nothing is left to ask; writes a job per question to $OUT/N.jobs, each
# behind an estimate of its length.
prepare() { # number of the line
    local line name smt2 key size top params depth files solver
    line=$(sed -n "$1p" "$PROOFS")
    IFS=';' read -r top params depth files solver <<<"$line"
    name="$top($params)"
    smt2=$OUT/$1.$top.smt2
    key=$(hash_of "$(where "$top")" "$line")
    : >"$OUT/$1.jobs"
    if ! { kept "$key.base" && kept "$key.induction" && { kept "$key.cover" || kept "$key.nocover"; }; }; then
        if ! elaborate "$smt2" "$(where "$top")" "$line"; then
            failed "$name: yosys: $(grep -m1 ERROR "$smt2.log")"
            return
        fi
        grep -q '^; yosys-smt2-cover' "$smt2" || keep "$key.nocover"
    fi
    size=$(cat "$smt2" 2>/dev/null | wc -c)
    if kept "$key.base" && kept "$key.induction"; then printf 'ok %s (cached)\n' "$name induction" "$name base"
    else echo "$((size * 50)) hold $1 $depth $key" >>"$OUT/$1.jobs"; fi
    [ -e "$CACHE/$key.nocover" ] && return
    if kept "$key.cover"; then echo "ok $name cover (cached)"
    else echo "$((size * depth)) cover $1 $depth $key" >>"$OUT/$1.jobs"; fi
}

# Asks one question; 0: passed, 1: failed, 2: no answer.
question() { # number of the proof's line, mode, depth, hash
    local name smt2 answer top params depth files solver start=$SECONDS
    IFS=';' read -r top params depth files solver <<<"$(sed -n "$1p" "$PROOFS")"
    name="$top($params) $2"
    smt2=$OUT/$1.$top.smt2
    answer=$(ask "$smt2" "$smt2.$2" "$3" "${solver:-z3}" "$2")
    case $answer in
    passed) keep "$4.$2"; echo "ok $name, $((SECONDS - start)) s" ;;
    no\ answer*) open "$name: $answer" "$JOB"; return 2 ;;
    *) failed "$name: $answer ($smt2.$2)"; return 1 ;;
    esac
}
cover() { # number of the proof's line, depth, hash
    JOB="cover $*" question "$1" cover "$2" "$3"
}

# The induction, then the base case as far as that needs; all cycles of what the induction fails for, as they may show why.
hold() { # number of the proof's line, depth, hash
    local deep=$2 top
    top=$(sed -n "$1s/;.*//p" "$PROOFS")
    if kept "$3.induction"; then
        echo "ok $(sed -n "$1s/;\([^;]*\);.*/(\1)/p" "$PROOFS") induction (cached)"
        deep=$(cat "$CACHE/$3.induction")
        deep=${deep:-$2}
    else
        JOB="hold $*" question "$1" induction "$2" "$3"
        case $? in
        0) deep=$(($2 - $(sed -n 's/.*Trying induction in step \([0-9]*\).*/\1/p' "$OUT/$1.$top.smt2.induction" | tail -n 1) + 2))
           echo "$deep" >"$CACHE/$3.induction" ;;
        2) return ;;
        esac
    fi
    JOB="hold $*" question "$1" base "$deep" "$3"
}

mutant() { # sed script
    local script=$1 base module lines line smt2 file key answer n=0 silent='' start=$SECONDS
    local top params depth files solver
    base=$(basename "$1" .sed)
    module=$(sed "s/_[0-9]*$//" <<<"$base")
    mkdir -p "$OUT/mutants/$base"
    file=$OUT/mutants/$base/$module.v
    sed -f "$script" "$(where $module)" >"$file"
    if cmp -s "$file" "$(where $module)"; then
        failed "mutant $base: changes nothing in $(where $module)"
        return
    fi
    lines=$(grep "^$module;" "$PROOFS")
    key=$(hash_of "$file" "$lines").mutant
    if kept "$key"; then echo "ok mutant $base (cached)"; return; fi
    while read -r line; do
        IFS=';' read -r top params depth files solver <<<"$line"
        n=$((n + 1))
        smt2=$OUT/mutants/$base/$n.smt2
        if ! elaborate "$smt2" "$file" "$line"; then
            failed "mutant $base: yosys: $(grep -m1 ERROR "$smt2.log")"
            return
        fi
        for mode in base induction; do
            answer=$(ask "$smt2" "$smt2.log" "$depth" "${solver:-z3}" "$mode")
            case $answer in
            failed*) keep "$key"; echo "ok mutant $base, $((SECONDS - start)) s"; return ;;
            no\ answer*) silent=$answer ;;
            esac
        done
    done <<<"$lines"
    if [ -n "$silent" ]; then open "mutant $base: $silent" "mutant $*"
    else failed "mutant $base: no proof of $module rejects it"; fi
}

each() { # file of jobs, how many at once
    xargs -r -d '\n' -P "$2" -I{} bash -c '{}' <"$1"
}

# Everything is elaborated, then asked, what takes longest first, then what is open asked alone. A
# mutant counts as long as the longest proof of its module.
whole() {
    local n
    n=$(nproc)
    : >"$AGAIN"
    each "$OUT/jobs" "$n"
    while read -r _ script; do
        m=$(basename "$script" .sed | sed 's/_[0-9]*$//')
        w=$(for l in $(grep -n "^$m;" "$PROOFS" | cut -d: -f1); do cat "$OUT/$l.jobs"; done 2>/dev/null |
            sort -rn | head -n 1 | cut -d' ' -f1)
        echo "${w:-0} mutant $script"
    done <"$OUT/mutants.jobs" >"$OUT/questions"
    for l in $(sed -n 's/^prepare //p' "$OUT/jobs"); do cat "$OUT/$l.jobs"; done >>"$OUT/questions"
    sort -rn "$OUT/questions" | cut -d' ' -f2- >"$OUT/order"
    [ -n "$FIRST" ] && grep -q '^FAILED' "$OUT/all" && return
    each "$OUT/order" "$n"
    [ -n "$FIRST" ] && grep -q '^FAILED' "$OUT/all" && return
    LIMIT_S=$ALONE_S
    each "$AGAIN" 1
}
export -f where sources included hash_of keep kept elaborate ask failed open prepare question cover hold mutant each whole

cat tests/formal/proofs_*.txt | sed 's/[ \t]*#.*//; s/[ \t]*;[ \t]*/;/g; /^[ \t]*$/d' >"$PROOFS"
VERSIONS=$(yosys -V; for s in $(cut -d';' -f5 "$PROOFS" | sort -u) z3; do "$s" --version; done 2>&1)
export VERSIONS
wanted=${*:-$(for f in rtl/*/*.v; do basename "$f" .v; done)}
turn=0; : >"$OUT/mutants.jobs"
{
    for m in $wanted; do
        lines=$(grep -n "^$m;" "$PROOFS" | cut -d: -f1)
        [ -z "$SOME" ] || lines=${lines%%$'\n'*}
        [ -n "$lines" ] || echo "failed '$m: no line in tests/formal/proofs_*.txt'"
        for n in $lines; do echo "prepare $n"; done
        [ -n "$MUTANTS" ] && { [ -z "$SOME" ] || [ $((turn++ % 4)) = 0 ]; } || continue
        found=''
        for f in tests/formal/mutants/"$m"*.sed; do
            [ -r "$f" ] || continue
            case $(basename "$f" .sed) in
            "$m" | "$m"_[0-9]*) echo "mutant $f" >>"$OUT/mutants.jobs"; found=1; [ -z "$SOME" ] || break ;;
            esac
        done
        [ -n "$found" ] || echo "failed '$m: no mutant in tests/formal/mutants'"
    done
} >"$OUT/jobs"

# All work is a session of its own, because `timeout` makes process groups: its number finds them all.
in_session() { # number: the processes still in it
    local d line
    for d in /proc/[0-9]*; do
        { read -r line <"$d/stat"; } 2>/dev/null || continue
        # shellcheck disable=SC2086
        set -- "$1" ${line##*) }
        [ "$5" != "$1" ] || echo "${d#/proc/}"
    done
}
sweep() { # what is left of the work
    local left
    while left=$(in_session "$work") && [ -n "$left" ]; do
        # shellcheck disable=SC2086
        kill -KILL $left 2>/dev/null
    done
}
stop() { # exit code
    trap '' INT TERM HUP
    sweep
    exit "$1"
}
setsid bash -c whole >"$OUT/all" &
work=$!
trap 'stop 130' INT
trap 'stop 143' TERM
trap 'stop 129' HUP
wait "$work"
sweep # after --first, xargs leaves what still runs

if [ -n "$V" ]; then sort "$OUT/all"; else grep '^FAILED\|^undecided' "$OUT/all" | sort; fi
passed=$(grep -c '^ok' "$OUT/all")
undecided=$(grep -c '^undecided' "$OUT/all")
failed=$(grep -vc '^ok\|^undecided' "$OUT/all")
[ "$undecided" = 0 ] || echo "$undecided undecided"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$undecided" = 0 ] && [ "$passed" -gt 0 ]
