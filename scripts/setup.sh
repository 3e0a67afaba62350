#!/bin/sh
# setup.sh [SECTION]: installs missing packages of packages.txt: those before its first [section], or those of
# SECTION. As root, or with sudo if that needs no password; otherwise it prints the one line to run and fails.
set -eu
missing='' section=''
while read -r package probe _; do
    case $package in
    '' | '#'*) continue ;;
    '['*) section=$package && continue ;;
    esac
    [ "$section" = "${1:+[$1]}" ] || continue
    case $probe in
    /*) [ -e "$probe" ] || missing="$missing $package" ;;
    *) command -v "$probe" >/dev/null 2>&1 || missing="$missing $package" ;;
    esac
done <packages.txt
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if ! command -v apt-get >/dev/null 2>&1; then
    echo "missing (names are Debian's):$missing" >&2
    exit 1
elif [ "$(id -u)" = 0 ]; then
    sudo=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    sudo=sudo
else
    echo "packages are missing; run: sudo apt-get update && sudo $install" >&2
    exit 1
fi
echo "installing:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
if ! { $sudo apt-get update && $sudo $install; } >"$log" 2>&1; then
    tail -5 "$log" >&2
    echo "could not install; try: $sudo apt-get update && $sudo $install" >&2
    exit 1
fi
