#!/bin/bash
# How many cycles lie between an event at the dispatcher and its effect? Simulates tests/rtl/disp_latency_rig.v under Icarus
# at several sizes, 8 CTA slots per SM, and prints the table of docs/rtl/latency.md.
#
#   bench/latency.sh [SMS...]          measures, into $BUILD/latency/latency.csv; default: 30 80 132 256 (a quarter of an hour);
#                                      sizes measured since the last change of the Verilog are kept
#   bench/latency.sh --take [SMS...]   the same; the result becomes bench/latency.csv and the page's table
#   bench/latency.sh --table           prints the table from bench/latency.csv
set -euo pipefail
cd "$(dirname "$0")/.."
export BUILD=${BUILD:-build}
out=$BUILD/latency page=docs/rtl/latency.md take=
case ${1-} in --take | --table) take=$1 && shift ;; esac
for size; do
    [[ $size =~ ^[1-9][0-9]*$ ]] || { echo "latency.sh: found '$size'; allowed: --take, --table, numbers of SMs" >&2; exit 2; }
done
[ $# -gt 0 ] || set -- 30 80 132 256

table() { # CSV: a row per event
    awk -F, '
    function rule(n, cells) { cells = "| --- | ---"; while (n-- > 0) cells = cells " | ---:"; return cells " | --- |" }
    NR == 1 { printf "| by | event -> effect"; for (i = 4; i <= NF; i++) printf " | %s SMs", $i; print " | unit |"; print rule(NF - 3); next }
    { printf "| `%s` | %s", $2, $3
      for (i = 4; i <= NF; i++) printf $1 == "rate" ? " | %.2f" : " | %d", $1 == "rate" ? $i / 100 : $i
      print " | " ($1 == "rate" ? "cycles per CTA" : "cycles") " |" }' "$1"
}
measure() { # SMs: rows of KIND,WHO,EVENT,VALUE into $out/SMS.csv, unless that is newer than all that is simulated
    local rig=$out/$1 dirs=()
    if [ -f "$rig.csv" ] && [ -z "$(find rtl tests/rtl/disp_latency* tests/rtl/*.vh -newer "$rig.csv" -name '*.v*')" ]; then return; fi
    for d in rtl/*/ "$BUILD/rtl"; do dirs+=(-y "${d%/}"); done
    iverilog -g2005 -Wall -I tests/rtl -I "$BUILD/rtl" -s disp_latency_rig -Pdisp_latency_rig.SMS="$1" -Pdisp_latency_rig.ALONE=1 \
        "${dirs[@]}" -o "$rig.vvp" tests/rtl/disp_latency_rig.v
    # vvp that is interrupted ends with 0.
    if ! vvp -n "$rig.vvp" >"$rig.log" </dev/null || ! grep -q ' passed, 0 failed' "$rig.log"; then
        echo "latency.sh: $1 SMs: $(grep -m1 '^cycle' "$rig.log" || echo interrupted) ($rig.log)" >&2
        exit 1
    fi
    sed -n 's/^latency,//p' "$rig.log" >"$rig.csv"
}

csv=bench/latency.csv
if [ "$take" != --table ]; then
    mkdir -p "$out" && rtl/banks.sh
    csv=$out/latency.csv
    { echo kind,by,event && measure "$1" && cut -d, -f1-3 "$out/$1.csv"; } >"$csv"
    for size; do
        measure "$size"
        { echo "$size" && sed 's/.*,//' "$out/$size.csv"; } | paste -d, "$csv" - >"$csv.tmp"
        mv "$csv.tmp" "$csv"
    done
    [ -z "$take" ] || cp "$csv" bench/latency.csv
fi
table "$csv"
if [ "$take" = --take ]; then
    table "$csv" >"$out/table"
    sed -i -e "/^<!-- latency -->\$/r $out/table" -e '/^<!-- latency -->$/,/^<!-- end of latency -->$/{/^|/d}' "$page"
fi
