# shellcheck shell=bash disable=SC2154
# What the tests of the command line share; sourced from the root of the repository.
#   verdict 0|1 WHAT      counts, and shows $tmp/out of what failed
#   refused REGEX ARG…    ctadel ARG… must exit 2 with exactly one line, and write no file;
#                         refused_s: seconds it may take
#   summary               the last line, and the exit code
#   wave_signals F.fst    "scope.signal[range]" of every signal of a wave
#   save_signals F.gtkw   the same of every signal that a save file lists
BUILD=${BUILD:-build}
ctadel=$(realpath "$BUILD/ctadel")
here=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/cwd"
export CTADEL_DATA=$here/configs NO_COLOR=1
passed=0 failed=0 refused_s=120

verdict() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        shift
        printf 'FAILED: %s\n' "$*"
        sed 's/^/    /' "$tmp/out" | head -n 6
    fi
}

refused() {
    local regex=$1 got
    shift
    (cd "$tmp/cwd" && timeout "$refused_s" "$ctadel" "$@") >"$tmp/out" 2>&1
    got=$?
    [ "$got" = 2 ] && [ "$(wc -l <"$tmp/out")" = 1 ] && grep -qE -- "$regex" "$tmp/out" &&
        [ -z "$(ls "$tmp/cwd")" ]
    verdict $? "ctadel $* -> exit $got, expected 2, one line /$regex/, no files: $(ls "$tmp/cwd")"
    rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"
}

summary() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

wave_signals() {
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

save_signals() { # signals stand alone in a line, or after the name of a group of bits, each as (bit)name
    grep -vE '^(\[|@|-|\^|\*)' "$1" | tr ' ' '\n' | grep -v '^#{' | sed 's/^([0-9]*)//' | sort -u
}
