#!/bin/bash
# Cost of the issue logic of a scheduler: control bits, and scoreboards that count 1, 3 and 63 consumers, each with the arbiter
# cggty, and unit and arbiter alone for the power of their data, into $BUILD/issue/issue.csv: the synth.csv of `ctadel synth` of all
# numbers of warps.
#
#   synth/issue.sh [WARPS:WORD,WORD...]...     warps per SM of four schedulers, and the units at that size; default below
#
# A scoreboard has WARPS / 4 x 332 x (1 + log2(consumers + 1)) flip-flops: the table of a warp is mapped once, and the replay of
# the largest takes minutes. ISSUE_ARGS are more options of `ctadel synth` (--liberty F --mhz 1000). Unchanged results in
# $BUILD/issue are kept.
set -eu
cd "$(dirname "$0")/.."
out=${BUILD:-build}/issue
[ $# -gt 0 ] || set -- {8,16,48,64}:bits,regs1,regs3,regs63
mkdir -p "$out"
rm -f "$out/all.tmp"
for size; do
    units=${size#*:}
    # shellcheck disable=SC2046,SC2086  # words, options
    "${BUILD:-build}/ctadel" synth cggty ${units//,/ } $(printf '%s+cggty ' ${units//,/ }) --blocks issue_regs_table --machine a6000 \
        --sms 1 --slots 4 --schedulers 4 --warps "${size%%:*}" --orders 1 --out "$out" ${ISSUE_ARGS-} >"$out/$size.log" || exit
    sed "${started+1d}" "$out/synth.csv" >>"$out/all.tmp"
    started=1
done
mv "$out/all.tmp" "$out/issue.csv"
echo "table: $out/issue.csv"
