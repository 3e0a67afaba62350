# shellcheck shell=bash
# A tree in $work that has the proofs' run.sh and no module yet, for the self-tests of scripts, which source this file in
# the tree itself. They add toy modules and what else they need, and go there; `log` is what a script printed last.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{rtl/lib,synth,tests/formal}
cp tests/formal/run.sh tests/formal/assumptions.sh tests/formal/assumptions.awk "$work/tests/formal/"
cp synth/reached.awk "$work/synth/"
printf '#!/bin/sh\nmkdir -p "${BUILD:-build}/rtl"\n' >"$work/rtl/banks.sh" # no banks to write
chmod +x "$work/rtl/banks.sh"
passed=0 failed=0
check() { # what, command…
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $what"
        sed 's/^/    /' log
    fi
}
