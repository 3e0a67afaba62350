#!/bin/sh
# setup.sh [SECTION]: installs missing packages of packages.txt: those before its first [section], or those of
# SECTION. As root, or with sudo if that needs no password; otherwise it prints the one line to run and fails.
set -eu
there() { # what shows that a package is there
    case $1 in
    /*) set -- $1 && [ -e "$1" ] ;; # a * in it matches here
    clang:*) ls "$(clang --print-runtime-dir 2>/dev/null)"/libclang_rt."${1#clang:}"* >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}
missing='' section=''
while read -r package probe _; do
    case $package in
    '' | '#'*) continue ;;
    '['*) section=$package && continue ;;
    esac
    [ "$section" = "${1:+[$1]}" ] || continue
    there "$probe" || missing="$missing $package"
done <packages.txt
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "missing, and there is no apt-get (names are Debian's; a|b: one of them; ?a: optional):$missing" >&2
    exit 1
elif [ "$(id -u)" = 0 ]; then
    sudo=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    sudo=sudo
else sudo=none; fi

known() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }
choose() { # the packages to install, in $chosen; those that the distribution lacks, in $lacks
    chosen='' lacks=''
    for package in $missing; do
        found=
        for name in $(echo "${package#\?}" | tr '|' ' '); do
            if known "$name"; then found=$name && break; fi
        done
        case $found$package in
        '?'*) echo "not in this distribution, left out: ${package#\?}" ;;
        "$package") lacks="$lacks $package" ;;
        *) chosen="$chosen $found" ;;
        esac
    done
}
if [ "$sudo" = none ]; then
    choose
    [ -n "$chosen$lacks" ] || exit 0
    echo "packages are missing; run: sudo apt-get update && sudo apt-get install -y --no-install-recommends$chosen$lacks" >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log" "$log.failed"' EXIT
export DEBIAN_FRONTEND=noninteractive
# A line per big step of apt, and at every 50th package that it has set up.
show() {
    total='' done=0
    while read -r line; do
        echo "$line" >>"$log"
        case $line in
        *' newly installed'*) line=${line%% newly*} && total=${line##* } && echo "  fetching $total packages" ;;
        'Unpacking '*) [ "$done" != 0 ] || { echo "  unpacking" && done=1; } ;;
        'Setting up '*) done=$((done + 1)) && [ $((done % 50)) != 2 ] || echo "  setting up: $((done - 1)) of $total" ;;
        esac
    done
}
echo "installing:$missing"
$sudo apt-get update >"$log" 2>&1 || { tail -5 "$log" >&2 && echo "apt-get update failed" >&2 && exit 1; }
choose
if [ -n "$lacks" ]; then
    echo "this distribution has no package for:$lacks (a|b: one of them); install what packages.txt says of them" >&2
    exit 1
fi
[ -n "$chosen" ] || exit 0
install="apt-get install -y --no-install-recommends$chosen"
{ $sudo $install 2>&1 || touch "$log.failed"; } | show
if [ -e "$log.failed" ]; then
    tail -5 "$log" >&2
    echo "could not install; try: $sudo apt-get update && $sudo $install" >&2
    exit 1
fi
