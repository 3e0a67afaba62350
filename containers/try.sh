#!/bin/bash
# try.sh 12|13|SUITE [TARGET...]: does the last commit build and pass its tests on a bare Debian? Default targets: run test
# synth. Needs root and debootstrap, no Docker.
#
# The bare system stays in $TRY_CACHE (default /var/tmp/ctadel-try) and is copied for each try; a target's log is
# $TRY_CACHE/SUITE.TARGET.log. SUITE may be any name that debootstrap knows. TRY_MIRROR is the source of packages.
set -um # a target is a process group of its own, which an end from outside takes along
cd "$(dirname "$0")/.." || exit 2
usage() { echo "containers/try.sh: $1; allowed: 12, 13 or a suite of debootstrap, then targets of make" >&2 && exit 2; }
case ${1-} in
12) suite=bookworm ;;
13) suite=trixie ;;
'' | -* | *[!a-z]*) usage "found '${1-}'" ;;
*) suite=$1 ;;
esac
shift
[ $# -gt 0 ] || set -- run test synth
for target in "$@"; do
    [[ $target =~ ^[a-z][a-z-]*$ ]] || usage "target '$target'"
done
[ "$(id -u)" = 0 ] || { echo "containers/try.sh: needs root, for chroot and mount" >&2 && exit 2; }
command -v debootstrap >/dev/null ||
    { echo "containers/try.sh: no debootstrap; install it: apt-get install -y debootstrap" >&2 && exit 2; }

# In mounts of its own: none is seen outside, and none is left there if this is killed.
[ -n "${TRY_PRIVATE-}" ] || TRY_PRIVATE=1 exec unshare --mount --propagation private containers/try.sh "$suite" "$@"

cache=${TRY_CACHE:-/var/tmp/ctadel-try}
mkdir -p "$cache" || exit 2
bare=$cache/$suite
if ! [ -d "$bare" ]; then # made beside, so that one cut short is not taken for whole
    rm -rf "$bare.new"
    debootstrap --variant=minbase --include=make,git,ca-certificates "$suite" "$bare.new" ${TRY_MIRROR:+"$TRY_MIRROR"} \
        >"$cache/$suite.debootstrap.log" 2>&1 ||
        { echo "containers/try.sh: debootstrap $suite failed ($cache/$suite.debootstrap.log)" >&2 && exit 2; }
    mv "$bare.new" "$bare"
fi

root=$(mktemp -d "$cache/$suite.XXXXXX") || exit 2
clean() { # never deletes what is still mounted
    local m
    for m in dev/pts dev/shm dev proc; do
        ! mountpoint -q "$root/$m" || umount "$root/$m" || umount -l "$root/$m"
    done
    rm -rf --one-file-system "$root"
}
trap clean EXIT
trap '[ -z "${child-}" ] || kill -- "-$child" 2>/dev/null; exit 130' INT TERM HUP
cp -a "$bare/." "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc" && mount --bind /dev "$root/dev" && mount --bind /dev/pts "$root/dev/pts" &&
    mount -t tmpfs tmpfs "$root/dev/shm" || exit 2
git clone -q --no-hardlinks . "$root/ctadel" || exit 2

failed=0
for target in "$@"; do
    start=$SECONDS verdict=passed
    log=$cache/$suite.$target.log
    env -i HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        chroot "$root" make -C /ctadel "$target" >"$log" 2>&1 </dev/null &
    child=$!
    wait "$child" || { verdict=FAILED && failed=$((failed + 1)); }
    printf '%s: make %-8s %s (%d s) %s\n' "$suite" "$target" "$verdict" $((SECONDS - start)) "$(tail -n 1 "$log")"
done
[ "$failed" = 0 ]
