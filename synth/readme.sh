#!/bin/sh
# The table of costs in README.md, from synth/costs.csv.
#
#   synth/readme.sh                 prints the table
#   synth/readme.sh --take F.csv    F.csv (synth.csv of `ctadel synth`) becomes synth/costs.csv, and
#                                   the table replaces the one in README.md
set -eu
cd "$(dirname "$0")/.."
table() {
    awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["kind"] == "dispatcher" && $at["name"] == "none" { area = $at["area_um2"]; flops = $at["flops"]
        power = $at["clock_mw"] + $at["data_mw"]; nand = $at["nand2_eq"]
        printf "%d SMs x %d slots | flip-flops | NAND2-eq | added area | MHz | dynamic mW\n", $at["sms"], $at["slots"]
        print "--- | ---: | ---: | ---: | ---: | ---:" }
    $at["kind"] == "dispatcher" {
        printf "`%s` | %d | %.0f | ", $at["name"], $at["flops"], $at["nand2_eq"]
        if ($at["name"] == "none") printf "- | "
        else printf "%+.0f (%+.1f %%) | ", $at["nand2_eq"] - nand, 100 * ($at["area_um2"] / area - 1)
        printf "%.0f | %.3g\n", $at["mhz"], $at["clock_mw"] + $at["data_mw"] }' "$1" | sed 's/^/| /; s/$/ |/'
}
if [ "${1-}" = --take ]; then
    [ -n "$(table "$2")" ] || { echo "readme.sh: $2: no row of the dispatcher named none" >&2; exit 2; }
    cp "$2" synth/costs.csv
    table synth/costs.csv >synth/costs.tmp
    sed -i -e '/^<!-- costs -->$/r synth/costs.tmp' -e '/^<!-- costs -->$/,/^<!-- end of costs -->$/{/^|/d}' README.md
    rm synth/costs.tmp
else
    table synth/costs.csv
fi
