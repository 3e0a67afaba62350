# shellcheck shell=bash disable=SC2154
# What tests of commands in shell share; sourced from the root of the repository.
#   verdict 0|1 WHAT      counts, and shows $tmp/out of what failed
#   refused REGEX ARG…    ctadel ARG… must exit 2 with exactly one line, and write no file;
#                         refused_s: seconds it may take
#   summary               the last line, and the exit code
BUILD=${BUILD:-build}
ctadel=$(realpath "$BUILD/ctadel")
here=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/cwd"
export CTADEL_DATA=$here/configs XDG_CACHE_HOME=$tmp/cache NO_COLOR=1
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
