#!/bin/bash
# The command line as a user meets it: right answers, and one clear line for each wrong one.
# Every case states the exit code and what the output must say; bad input leaves no file behind.
set -u
# shellcheck source=tests/ctadel.sh
. tests/ctadel.sh

# expect CODE REGEX arguments…: exit code, and a line of output that matches
expect() {
    code=$1 regex=$2
    shift 2
    (cd "$tmp/cwd" && timeout 120 "$ctadel" "$@") >"$tmp/out" 2>&1
    got=$?
    [ "$got" = "$code" ] && grep -qE -- "$regex" "$tmp/out"
    verdict $? "ctadel $* -> exit $got, expected $code and /$regex/"
}

# refuse REGEX arguments…: of a run that would write files
refuse() { refused "$@" --stats s.json --timeline t.json; }

# small REGEX arguments…: as refuse, in 290 MB of address space
small() {
    regex=$1
    shift
    (ulimit -v 297000 && cd "$tmp/cwd" && exec timeout 120 "$ctadel" "$@") >"$tmp/out" 2>&1
    got=$?
    [ "$got" = 2 ] && [ "$(wc -l <"$tmp/out")" = 1 ] && grep -qE -- "$regex" "$tmp/out"
    verdict $? "ctadel $* in 290 MB -> exit $got, expected 2 and one line /$regex/"
}
[ $# -gt 0 ] || set -- "$here"/tests/cli/cases_*.sh # cases by name: tests/cli/run.sh mix bcs
for f in "$@"; do
    case $f in */*) ;; *) f=$here/tests/cli/cases_$f.sh ;; esac
    # shellcheck source=/dev/null
    . "$f"
done
summary
