#!/bin/bash
# Does a cell library suit the tools, and how fast is its inverter? Called by `ctadel synth`, once per call.
#
#   library.sh out=DIR lib=COPY liberty=FILE [inverter=CELL in=PIN pin=PIN]
#
# COPY is what `ctadel synth` made of the user's FILE; it has the same lines, so an error names FILE and its line.
# Writes DIR/library.txt: `yosys VERSION`, and `fo4_ns N`: mean delay of the inverter's rise and fall when each one in a
# chain drives four. That is the unit in which logic of different processes can be compared.
set -u
home=$(cd "$(dirname "$0")/.." && pwd) || exit 2
out='' lib='' liberty='' inverter='' in='' pin=''
for word in "$@"; do
    case $word in
    out=* | lib=* | liberty=* | inverter=* | in=* | pin=*) declare "${word%%=*}=${word#*=}" ;;
    *) echo "library.sh: found '$word'" >&2; exit 2 ;;
    esac
done
complaint='^error|: error|line [0-9]+.* error' # how both tools begin one
# Prints FILE:LINE and what the tool says, without its own words for place and severity.
refuse() { # tool, its output
    local said line
    said=$(grep -m1 -iE "$complaint" "$2" || tail -n 1 "$2")
    line=$(sed -nE 's/.*line ([0-9]+).*/\1/p' <<<"$said")
    echo "$liberty${line:+:$line}: $1 does not read this library: $(sed -E 's/^(ERROR|Error): //; s/^[^ ]*library.lib,? ?//' <<<"$said"); correct or remove the statement" >&2
    rm -f "$out/library.log" "$out/fo4.v" # the caller leaves no folder
    exit 1
}
yosys -q -p "read_liberty -lib -ignore_miss_func $lib" >"$out/library.log" 2>&1 || refuse yosys "$out/library.log"
if [ -n "$inverter" ]; then
    awk -v cell="$inverter" -v in_pin="$in" -v pin="$pin" 'BEGIN {
        print "module fo4 (input a, output y);\n  wire [7:0] n; wire [20:0] idle;\n  assign n[0] = a; assign y = n[7];"
        for (i = 0; i < 7; i++) {
            printf "  %s stage%d (.%s(n[%d]), .%s(n[%d]));\n", cell, i, in_pin, i, pin, i + 1
            for (k = 0; k < 3; k++) printf "  %s load%d_%d (.%s(n[%d]), .%s(idle[%d]));\n", cell, i, k, in_pin, i + 1, pin, 3 * i + k
        }
        print "endmodule" }' >"$out/fo4.v"
fi
STA_LIB=$lib STA_FO4=${inverter:+$out/fo4.v} sta -no_splash -exit "$home/synth/fo4.tcl" >"$out/library.log" 2>&1 ||
    refuse OpenSTA "$out/library.log"
! grep -qiE "$complaint" "$out/library.log" || refuse OpenSTA "$out/library.log"
{
    yosys -V | awk '{ print "yosys", $2 }'
    # two stages in the middle of the chain: one rises, one falls
    awk '$4 ~ /^stage[35]\// { at[substr($4, 6, 1)] = $2 } END { if (5 in at) printf "fo4_ns %.6g\n", (at[5] - at[3]) / 2 }' \
        "$out/library.log"
} >"$out/library.txt"
rm -f "$out/fo4.v"
