#!/bin/bash
# The dispatcher with the plain policies on FPGAs: what fits a Lattice iCE40 HX8K, placed and routed,
# and the LUTs and flip-flops of a Xilinx 7-series at the same size and at larger ones.
#
#   synth/fpga.sh [SMSxSLOTSxKERNELS...]   for Xilinx; default 2x2x1 16x8x4
#
# The iCE40 design is 2 SMs, 2 slots, 1 kernel. Its ports are more than the chip has pins: a shift
# register feeds them and another takes them, so that every path is between registers; these
# flip-flops are counted apart. Xilinx: synthesis only, no timing.
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
for block in disp kernel; do
    rtl/gen_registers.sh words $block >"$OUT/words_$block.vh" || exit 2
done
src="-I$OUT $(echo rtl/*/*.v) $(echo "$OUT"/*_bank.v)"
die() { echo "fpga.sh: $*" >&2; exit 1; }

params() { # SMSxSLOTSxKERNELS
    IFS=x read -r sms slots kernels <<<"$1"
    case "$sms.$slots.$kernels" in *[!0-9.]* | .* | *. | *..*)
        die "found '$1'; allowed: SMSxSLOTSxKERNELS, such as 16x8x4" ;;
    esac
    echo "-chparam SMS $sms -chparam SLOTS $slots -chparam KERNELS $kernels"
}

# The wrapper needs each port's width: asked of Yosys.
ice40=2x2x1
yosys -q -p "read_verilog $src; hierarchy -check -top disp_top $(params $ice40); proc; flatten; write_json $OUT/ports.json" \
    >"$OUT/ports.log" 2>&1 || die "$(grep -m1 ERROR "$OUT/ports.log")"
awk '/"ports": *{/ && !on {on = 1; next} on && /"netnames"|"cells"/ {exit}
     on && /^ *"[a-z_]+": *{/ {name = $1; gsub(/[":]/, "", name)}
     on && /"direction"/ {dir = $2; gsub(/[",]/, "", dir)}
     on && /"bits"/ {n = gsub(/,/, ","); print dir, name, n + 1}' "$OUT/ports.json" >"$OUT/ports.txt"
awk '
    $2 == "clk_i" { next }
    $1 == "input" { i += $3; line[++n] = "." $2 "(in_q[" i - 1 ":" i - $3 "])" }
    $1 == "output" { o += $3; line[++n] = "." $2 "(out[" o - 1 ":" o - $3 "])" }
    END {
        print "module fpga_top (input wire clk_i, input wire shift_i, output wire shift_o);"
        print "    reg [" i - 1 ":0] in_q;\n    wire [" o - 1 ":0] out;\n    reg [" o - 1 ":0] out_q;\n    reg [7:0] turn_q;"
        print "    always @(posedge clk_i) begin"
        print "        in_q   <= {in_q[" i - 2 ":0], shift_i};\n        turn_q <= turn_q + 8'"'"'d1;"
        print "        out_q  <= (|turn_q) ? {out_q[" o - 2 ":0], 1'"'"'b0} : out;\n    end"
        print "    assign shift_o = out_q[" o - 1 "];\n    disp_top u_disp (.clk_i(clk_i)"
        for (k = 1; k <= n; k++) print "        , " line[k]
        print "    );\nendmodule"
        print i + o + 8 > "/dev/stderr"
    }' "$OUT/ports.txt" >"$OUT/fpga_top.v" 2>"$OUT/harness_flops"
yosys -q -l "$OUT/ice40.log" -p "read_verilog $src; chparam $(params $ice40 | sed 's/-chparam/-set/g') disp_top
    read_verilog $OUT/fpga_top.v; synth_ice40 -top fpga_top -json $OUT/ice40.json" >"$OUT/ice40.out" 2>&1 ||
    die "$(grep -m1 ERROR "$OUT/ice40.out")"
nextpnr-ice40 --hx8k --package ct256 --json "$OUT/ice40.json" --freq 50 --seed 1 --pcf-allow-unconstrained --timing-allow-fail \
    --report "$OUT/ice40.rpt" >"$OUT/nextpnr.log" 2>&1 || die "nextpnr: $(grep -m1 ERROR "$OUT/nextpnr.log")"
cells=$(sed -n 's/.*ICESTORM_LC: *\([0-9]*\)\/ *\([0-9]*\).*/\1 of \2/p' "$OUT/nextpnr.log" | tail -n 1)
mhz=$(grep 'Max frequency' "$OUT/nextpnr.log" | tail -n 1 | sed 's/.*: *\([0-9.]*\) MHz.*/\1/')
echo "iCE40 HX8K, nextpnr, $ice40 (SMs x slots x kernels): $cells logic cells," \
    "$(cat "$OUT/harness_flops") of them with the bench's flip-flops; $mhz MHz"
for size in "${@:-2x2x1 16x8x4}"; do
    for one in $size; do
        set=$(params "$one") || exit 1
        yosys -q -p "read_verilog $src; hierarchy -check -top disp_top $set
            synth_xilinx -family xc7 -flatten -noiopad -top disp_top; tee -q -o $OUT/xilinx-$one.txt stat" \
            >"$OUT/xilinx.log" 2>&1 || die "$(grep -m1 ERROR "$OUT/xilinx.log")"
        awk -v size="$one" '$1 ~ /^LUT[1-6]$/ {l += $2} $1 ~ /^FD[RSCP]E/ {f += $2} $1 == "CARRY4" {c += $2}
            END {printf "Xilinx 7, synthesis only, %s: %d LUTs, %d flip-flops, %d CARRY4\n", size, l, f, c}' \
            "$OUT/xilinx-$one.txt"
    done
done
