#!/bin/bash
# Area and timing of every policy in other cell libraries, at the size of synth/costs.csv, into
# $BUILD/libraries/libraries.csv: the rows of each library's synth.csv.
#
#   synth/libraries.sh F.lib[.gz]...
#
# LIBRARIES_ARGS are more options of `ctadel synth` (-j 1). Unchanged results in $BUILD/libraries are kept.
set -eu
cd "$(dirname "$0")/.."
out=${BUILD:-build}/libraries
[ $# -gt 0 ] || { echo 'libraries.sh: found no file; allowed: one or more Liberty files' >&2; exit 2; }
mkdir -p "$out"
rm -f "$out/all.tmp"
for liberty; do
    # shellcheck disable=SC2086  # options
    "${BUILD:-build}/ctadel" synth all --sms 4 --slots 4 --no-power --liberty "$liberty" --out "$out" \
        ${LIBRARIES_ARGS-} >"$out/log" || exit
    [ -f "$out/all.tmp" ] || sed -n 1p "$out/synth.csv" >"$out/all.tmp"
    sed 1d "$out/synth.csv" >>"$out/all.tmp"
done
mv "$out/all.tmp" "$out/libraries.csv"
echo "table: $out/libraries.csv"
