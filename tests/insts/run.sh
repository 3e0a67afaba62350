#!/bin/bash
# Has the program become slower? Counts the host instructions of reference runs under valgrind, which do not depend on
# the host's load, and compares them with counts.txt: 3 % more is a failure, 3 % fewer a remark.
#
#   tests/insts/run.sh           compares
#   tests/insts/run.sh --take    writes this compiler's counts into counts.txt; the commit says why they changed
#
# Counts depend on the compiler and its options: counts.txt has those of gcc with the Makefile's CFLAGS and VOPT. For another
# gcc, or other CFLAGS, it shows the counts and compares nothing.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/ctadel.sh
. tests/ctadel.sh
counts=tests/insts/counts.txt
case ${1-} in
'' | --take) ;;
*) echo "tests/insts/run.sh: found '$1'; allowed: --take, or nothing" >&2 && exit 2 ;;
esac
command -v valgrind >/dev/null || { echo "tests/insts/run.sh: no valgrind; install it: apt-get install -y valgrind" >&2; exit 2; }

# Of the compiler that made the program, not of the one that is found now.
compiler=$(readelf -p .comment "$ctadel" | sed -nE 's/.*GCC: .* ([0-9]+)\.[0-9]+\.[0-9]+$/gcc-\1/p' | sort -u | head -n 1)
producer=$(readelf --debug-dump=info "$BUILD/obj/sim_c/gpu/gpu.o" 2>/dev/null | grep -m1 DW_AT_producer)
[[ $producer == *' -mtune=generic -march=x86-64 -g -O3 -std=c11 -fPIC -fvisibility=hidden -flto -ffat-lto-objects '* ]] || compiler=$compiler-other-options

# The second run of a trace reads its compact form.
"$ctadel" trace lcs28 stn --size tiny --out "$tmp/stn" >/dev/null &&
    "$ctadel" run gtx480 --trace "$tmp/stn/kernelslist.g" --engine c >/dev/null || exit 2
runs=(
    'ptx-c        lcs28 mmul --size tiny --engine c'
    'ptx-rtl      lcs28 bfs --size tiny --engine rtl'
    "trace-rtl    gtx480 --trace $tmp/stn/kernelslist.g --engine rtl"
    "text-rtl     gtx480 --trace $tmp/stn/kernelslist.g --no-cache --engine rtl"
    'policies-rtl smk15 bp+srad --size tiny --place mixed --limit smk --gate claso --warp ccws --engine rtl'
)
one() { # name, words of ctadel run: the number of instructions
    local name=$1
    shift
    # shellcheck disable=SC2068  # words
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$ctadel" run $@ >"$tmp/$name.out" 2>&1 ||
        { echo "$name" && return; }
    echo "$name $(sed -nE 's/.*Collected : ([0-9]+)$/\1/p' "$tmp/$name.out")"
}
export -f one
export ctadel tmp
printf '%s\n' "${runs[@]}" | xargs -P "$(nproc)" -I{} bash -c 'one {}' >"$tmp/now"

if [ "${1-}" = --take ]; then
    awk -v c="$compiler" '
        FNR == NR { now[$1] = $2; next }
        /^#/ || $1 != c { print }
        END { for (run in now) print c, run, now[run] | "sort" }' "$tmp/now" "$counts" >"$tmp/counts" && mv "$tmp/counts" "$counts"
    grep "^$compiler " "$counts"
    exit
fi
if ! grep -q "^${compiler:-none} " "$counts"; then
    echo "$counts has no counts of ${compiler:-an unknown compiler}; it would have:"
    sed "s/^/${compiler:-unknown} /" "$tmp/now"
    echo "0 passed, 0 failed"
    exit 0
fi
while read -r name now; do
    was=$(awk -v c="$compiler" -v r="$name" '$1 == c && $2 == r { print $3 }' "$counts")
    percent=$(awk -v a="${now:-0}" -v b="${was:-0}" 'BEGIN { if (a && b) printf "%.1f", 100 * (a - b) / b }')
    cp "$tmp/$name.out" "$tmp/out"
    awk -v p="${percent:-100}" 'BEGIN { exit !(p <= 3) }'
    verdict $? "$name: ${now:-no} instructions, ${percent:-?} % against the ${was:-unknown} of $counts; allowed: 3 % more (remedy:" \
        "make it as fast as it was; or say why it is slower, and tests/insts/run.sh --take)"
    awk -v p="${percent:-0}" 'BEGIN { exit !(p < -3) }' &&
        echo "note: $name: ${percent#-} % fewer instructions than in $counts; keep that: tests/insts/run.sh --take"
done <"$tmp/now"
summary
