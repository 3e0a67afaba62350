# shellcheck shell=bash
# What the tests of the command line share; every .bats file sources it.
#
# A test starts in an empty folder of its own, where ctadel runs; $tmp above it is for anything else, $tmp/out is what
# ctadel printed last. A check that fails ends its test, and prints its name, what it expected and that output.
#
#   check WHAT COMMAND…        COMMAND must succeed
#   check WHAT not COMMAND…    COMMAND must exit 1: grep found nothing, cmp found a difference, timeline an error
#   expect CODE REGEX ARG…     ctadel ARG… must exit with CODE and print a line that matches
#   refuse REGEX ARG…          ctadel ARG… must exit 2 with exactly one line, and write none of the files asked for
#   refused REGEX ARG…         the same, for commands other than run
#   small REGEX ARG…           as refused, in 290 MB of address space
#   built_for NAME             prints a size of the models, such as SCHED_SLOTS_MAX
bats_require_minimum_version 1.8.0

here=$(realpath "$BATS_TEST_DIRNAME/../..")
BUILD=${BUILD:-build} # make exports it; bats reads this file again for every test
case $BUILD in /*) ;; *) BUILD=$here/$BUILD ;; esac
program=$BUILD/ctadel
cli=$here/tests/cli
export CTADEL_DATA=$here/configs NO_COLOR=1
export XDG_CACHE_HOME=$BATS_RUN_TMPDIR/cache # of compact forms of traces

built_for() { awk -v name="$1" '$2 == name { print $3 }' "$here/sim_c/base/sizes.h"; }

common_setup() {
    tmp=$BATS_TEST_TMPDIR
    mkdir "$tmp/cwd"
    cd "$tmp/cwd" || return
    : >"$tmp/out"
    set +T # no trace of every command by bats: it takes longer than most checks, and a failed check names itself
}
setup() { common_setup; } # a file with a setup of its own calls common_setup first

ctadel() { timeout 120 "$program" "$@"; }
# cycles_of MACHINE ARGUMENT…: of `ctadel run`
cycles_of() { ctadel run "$@" | awk '/^cycles/ { print $2 }'; }
# The names in `ctadel list`, up to those of parallel loops, which need a task unit and which a trace cannot express.
workloads() { ctadel list | awk '/^workloads of/ { exit } found { print $1 } /^workloads$/ { found = 1 }'; }

# Exit 1 is an answer; 2 and more mean that the command could not answer: a missing file, a wrong program, a crash.
not() {
    local status=0
    "$@" || status=$?
    [ "$status" = 1 ] || { echo "exit $status, expected 1" && return 1; }
}

# STATUS WHAT: counts the check for run.sh
verdict() {
    printf . >>"${CTADEL_CHECKS:-/dev/null}"
    [ "$1" != 0 ] || return 0
    printf 'FAILED: %s\n' "$2"
    sed 's/^/    /' "$tmp/out" | head -n 8
    return 1
}

check() {
    local what=$1 status=0
    shift
    "$@" >"$tmp/said" 2>&1 || status=$?
    [ "$status" = 0 ] || head -n 8 "$tmp/said"
    verdict "$status" "$what; expected: $*"
}

expect() {
    local code=$1 regex=$2 got=0 status=0
    shift 2
    ctadel "$@" >"$tmp/out" 2>&1 || got=$?
    [ "$got" = "$code" ] && grep -qE -- "$regex" "$tmp/out" || status=1
    verdict "$status" "ctadel $*: exit $got, expected $code and /$regex/"
}

refused() {
    local regex=$1 got=0 status=0
    shift
    mkdir "$tmp/empty"
    (cd "$tmp/empty" && ctadel "$@") >"$tmp/out" 2>&1 || got=$?
    [ "$got" = 2 ] && [ "$(wc -l <"$tmp/out")" = 1 ] && grep -qE -- "$regex" "$tmp/out" &&
        rmdir "$tmp/empty" 2>/dev/null || status=1
    verdict "$status" "ctadel $*: exit $got, expected 2, one line /$regex/, no files: $(ls "$tmp/empty" 2>&1)"
}

refuse() { refused "$@" --stats s.json --timeline t.json; }

small() { (ulimit -v 297000 && refused "$@"); }

# Of the warp policies: their words, and the options that a run of one needs.
warp_policies() {
    local f
    for f in "$here"/rtl/arb/arb_*.v; do basename "$f" .v; done | sed 's/^arb_//' | grep -vxE 'top|ctx|sm'
}
warp_options() {
    case $1 in sca) echo "--warp sca --place bcs" ;; *) echo "--warp $1" ;; esac
}

core_cycles() { # F.fst: the values of core.cycle_i, in binary, one per line
    fst2vcd "$1" 2>/dev/null | awk '
        /^\$scope/ { scope = $3 }
        /^\$var/ && scope == "core" && $5 == "cycle_i" { id = $4 }
        /^b/ && $2 == id { print substr($1, 2) }'
}

# "scope.signal[range]" of every signal of a wave, and of every signal that a save file lists.
wave_signals() { # F.fst
    fst2vcd "$1" 2>/dev/null | awk '
        /^\$scope/ { path[++depth] = $3 }
        /^\$upscope/ { depth-- }
        /^\$var/ {
            name = ""
            for (i = 1; i <= depth; i++) name = name path[i] "."
            print name $5 ($6 == "$end" ? "" : $6)
        }
        /^\$enddefinitions/ { exit }' | sort -u
}
save_signals() { # F.gtkw: signals stand alone in a line, or after the name of a group of bits, each as (bit)name
    grep -vE '^(\[|@|-|\^|\*)' "$1" | tr ' ' '\n' | grep -v '^#{' | sed 's/^([0-9]*)//' | sort -u
}

# A question of timeline.jq about t.json. Exit 0: all is right; 1: prints what is wrong; 2: jq could not answer.
timeline() {
    local wrong
    wrong=$(jq -r -L "$cli" "include \"timeline\"; $1" t.json) || return 2
    [ -z "$wrong" ] || { echo "$wrong" && return 1; }
}
