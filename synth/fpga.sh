#!/bin/bash
# The dispatcher with the simplest policies, and the task unit, on FPGAs: a Lattice iCE40 HX8K, placed and
# routed, at a size that fits; LUTs and flip-flops of a Xilinx 7-series at that size and at larger ones.
#
#   synth/fpga.sh [SMSxSLOTSxKERNELS | SMSxCONTEXTS]...   for Xilinx; default 2x2x1 16x8x4 1x4 1x16 4x16
#
# Three numbers are a dispatcher, two a task unit. The iCE40 designs are 2x2x1 and 1x4. They have more ports than
# the chip has pins: one shift register drives the inputs and another samples the outputs, so that every path is
# between registers; these flip-flops are counted separately. Xilinx: synthesis only, no timing.
set -u
cd "$(dirname "$0")/.." || exit 2
OUT=${BUILD:-build}/fpga
mkdir -p "$OUT"
for stage in place:place_rr limit:limit_tmax gate:gate_none; do
    sh rtl/gen_bank.sh "${stage%%:*}" "${stage#*:}" >"$OUT/${stage%%:*}_bank.v" || exit 2
done
for mode in ports pins; do
    awk -v mode=$mode -f rtl/gen/monitors.awk rtl/disp/monitors.txt >"$OUT/monitor_$mode.vh" || exit 2
done
for block in disp kernel attr part gpcs; do
    rtl/gen_registers.sh words $block >"$OUT/words_$block.vh" || exit 2
done
rtl/gen_registers.sh --of task words sas >"$OUT/words_sas.vh" || exit 2
src="-I$OUT $(echo rtl/*/*.v) $(echo "$OUT"/*_bank.v)"
die() { echo "fpga.sh: $*" >&2; exit 1; }

size() { # SMSxSLOTSxKERNELS or SMSxCONTEXTS: sets top, set (the parameters) and what (the numbers are)
    local sms second kernels rest
    IFS=x read -r sms second kernels rest <<<"$1"
    case "$sms.$second.${kernels:-1}.${rest:-1}" in *[!0-9.]* | .* | *..*)
        die "found '$1'; allowed: SMSxSLOTSxKERNELS or SMSxCONTEXTS, such as 16x8x4 or 4x16" ;;
    esac
    if [ -n "$kernels" ]; then
        top=disp_top set="-chparam SMS $sms -chparam SLOTS $second -chparam KERNELS $kernels" what="SMs x slots x kernels"
    else
        top=sas_unit set="-chparam SMS $sms -chparam CONTEXTS $second" what="SMs x contexts"
        [ "$second" -gt 8 ] || set="$set -chparam GROUP 2"
    fi
}

# Yosys reports each port's width for the wrapper.
ice40() { # size
    size "$1"
    yosys -q -p "read_verilog $src; hierarchy -check -top $top $set; proc; flatten; write_json $OUT/ports.json" \
        >"$OUT/ports.log" 2>&1 || die "$(grep -m1 ERROR "$OUT/ports.log")"
    awk '/"ports": *{/ && !on {on = 1; next} on && /"netnames"|"cells"/ {exit}
         on && /^ *"[a-z_]+": *{/ {name = $1; gsub(/[":]/, "", name)}
         on && /"direction"/ {dir = $2; gsub(/[",]/, "", dir)}
         on && /"bits"/ {n = gsub(/,/, ","); print dir, name, n + 1}' "$OUT/ports.json" >"$OUT/ports.txt"
    awk -v top="$top" '
        $2 == "clk_i" { next }
        $1 == "input" { i += $3; line[++n] = "." $2 "(in_q[" i - 1 ":" i - $3 "])" }
        $1 == "output" { o += $3; line[++n] = "." $2 "(out[" o - 1 ":" o - $3 "])" }
        END {
            print "module fpga_top (input wire clk_i, input wire shift_i, output wire shift_o);"
            print "    reg [" i - 1 ":0] in_q;\n    wire [" o - 1 ":0] out;\n    reg [" o - 1 ":0] out_q;\n    reg [7:0] turn_q;"
            print "    always @(posedge clk_i) begin"
            print "        in_q   <= {in_q[" i - 2 ":0], shift_i};\n        turn_q <= turn_q + 8'"'"'d1;"
            print "        out_q  <= (|turn_q) ? {out_q[" o - 2 ":0], 1'"'"'b0} : out;\n    end"
            print "    assign shift_o = out_q[" o - 1 "];\n    " top " u_dut (.clk_i(clk_i)"
            for (k = 1; k <= n; k++) print "        , " line[k]
            print "    );\nendmodule"
            print i + o + 8 > "/dev/stderr"
        }' "$OUT/ports.txt" >"$OUT/fpga_top.v" 2>"$OUT/harness_flops"
    yosys -q -l "$OUT/ice40.log" -p "read_verilog $src; chparam ${set//-chparam/-set} $top
        read_verilog $OUT/fpga_top.v; synth_ice40 -top fpga_top -json $OUT/ice40.json" >"$OUT/ice40.out" 2>&1 ||
        die "$(grep -m1 ERROR "$OUT/ice40.out")"
    nextpnr-ice40 --hx8k --package ct256 --json "$OUT/ice40.json" --freq 50 --seed 1 --pcf-allow-unconstrained --timing-allow-fail \
        --report "$OUT/ice40.rpt" >"$OUT/nextpnr.log" 2>&1 || die "nextpnr: $(grep -m1 ERROR "$OUT/nextpnr.log")"
    cells=$(sed -n 's/.*ICESTORM_LC: *\([0-9]*\)\/ *\([0-9]*\).*/\1 of \2/p' "$OUT/nextpnr.log" | tail -n 1)
    mhz=$(grep 'Max frequency' "$OUT/nextpnr.log" | tail -n 1 | sed 's/.*: *\([0-9.]*\) MHz.*/\1/')
    echo "iCE40 HX8K, nextpnr, $top $1 ($what): $cells logic cells," \
        "$(cat "$OUT/harness_flops") of them with the bench's flip-flops; $mhz MHz"
}

xilinx() { # size
    size "$1"
    yosys -q -p "read_verilog $src; hierarchy -check -top $top $set
        synth_xilinx -family xc7 -flatten -noiopad -top $top; tee -q -o $OUT/xilinx-$1.txt stat" \
        >"$OUT/xilinx.log" 2>&1 || die "$(grep -m1 ERROR "$OUT/xilinx.log")"
    awk -v of="$top $1" '$1 ~ /^LUT[1-6]$/ {l += $2} $1 ~ /^FD[RSCP]E/ {f += $2} $1 == "CARRY4" {c += $2}
        END {printf "Xilinx 7, synthesis only, %s: %d LUTs, %d flip-flops, %d CARRY4\n", of, l, f, c}' \
        "$OUT/xilinx-$1.txt"
}

[ $# -gt 0 ] || set -- 2x2x1 16x8x4 1x4 1x16 4x16
for one; do size "$one"; done
ice40 2x2x1
ice40 1x4
for one; do xilinx "$one"; done
