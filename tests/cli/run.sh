#!/bin/bash
# The command line as a user meets it: right answers, and one clear line for each wrong one.
# Every case states the exit code and what the output must say; bad input leaves no file behind.
set -u
BUILD=${BUILD:-build}
ctadel=$(realpath "$BUILD/ctadel")
here=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export CTADEL_DATA=$here/configs NO_COLOR=1
passed=0 failed=0

verdict() { # ok? what…
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        shift
        printf 'FAILED: %s\n' "$*"
        sed 's/^/    /' "$tmp/out" | head -n 6
    fi
}

# expect CODE REGEX arguments…: exit code, and a line of output that matches
expect() {
    code=$1 regex=$2
    shift 2
    (cd "$tmp/cwd" && timeout 120 "$ctadel" "$@") >"$tmp/out" 2>&1
    got=$?
    [ "$got" = "$code" ] && grep -qE -- "$regex" "$tmp/out"
    verdict $? "ctadel $* -> exit $got, expected $code and /$regex/"
}

# refuse REGEX arguments…: exit 2, exactly one line, and no file written
refuse() {
    regex=$1
    shift
    (cd "$tmp/cwd" && timeout 120 "$ctadel" "$@" --stats s.json --timeline t.json) >"$tmp/out" 2>&1
    got=$?
    [ "$got" = 2 ] && [ "$(wc -l <"$tmp/out")" = 1 ] && grep -qE -- "$regex" "$tmp/out" &&
        [ -z "$(ls "$tmp/cwd")" ]
    verdict $? "ctadel $* -> exit $got, expected 2, one line /$regex/, no files: $(ls "$tmp/cwd")"
    rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"
}

# small REGEX arguments…: as refuse, in 290 MB of address space
small() {
    regex=$1
    shift
    (ulimit -v 297000 && cd "$tmp/cwd" && exec timeout 120 "$ctadel" "$@") >"$tmp/out" 2>&1
    got=$?
    [ "$got" = 2 ] && [ "$(wc -l <"$tmp/out")" = 1 ] && grep -qE -- "$regex" "$tmp/out"
    verdict $? "ctadel $* in 290 MB -> exit $got, expected 2 and one line /$regex/"
}
mkdir "$tmp/cwd"
for f in tests/cli/cases_*.sh; do
    # shellcheck source=/dev/null
    . "$here/$f"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
