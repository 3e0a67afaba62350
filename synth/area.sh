#!/bin/bash
# Area of the dispatcher and of each arbiter at a machine's size, in NAND2-equivalents.
#
#   synth/area.sh [--sms N] [--slots N] [--kernels N] [--warps N] [--schedulers N]
#
# --warps is per SM and is shared by its schedulers. Defaults: the lcs machine. A top's own row is
# the flattened design; the rows below it come from a second run that keeps the hierarchy, so that
# a module can be told from its neighbours. Their sum is larger: nothing is shared or removed
# across their ports. Writes a table to stdout and $BUILD/synth/area.csv.
set -u
cd "$(dirname "$0")/.." || exit 2
BUILD=${BUILD:-build} V=${V:-}
OUT=$BUILD/synth
sms=28 slots=8 kernels=4 warps=48 schedulers=2
args="$*"
while [ $# -gt 0 ]; do
    case $1 in
    --sms | --slots | --kernels | --warps | --schedulers)
        case ${2-} in
        '' | *[!0-9]* | 0*)
            echo "area.sh: $1: found '${2-}'; allowed is a positive number" >&2
            exit 2
            ;;
        esac
        declare "${1#--}=$2"
        shift 2
        ;;
    *)
        echo "area.sh: found '$1'; allowed are --sms --slots --kernels --warps --schedulers" >&2
        exit 2
        ;;
    esac
done
per_arb=$(((warps + schedulers - 1) / schedulers))
mkdir -p "$OUT"
rtl/banks.sh || exit 2

# Enables and resets become gates, so that one flip-flop cell serves every register.
MAP="dfflegalize -cell \$_DFF_P_ x; abc -g cmos4,XOR,XNOR,MUX; opt_clean -purge"

netlist() { # key, top, chparams, extra files: statistics of the flat and of the kept hierarchy
    local key=$1 top=$2 set=$3 src
    src="$(echo rtl/*/*.v) $4"
    for flat in "-flatten" ""; do
        yosys -q -p "read_verilog $src; hierarchy -check -top $top $set
            synth $flat -top $top; $MAP; check -assert
            tee -q -o $OUT/$key${flat:-.tree}.stat stat" >"$OUT/$key.log" 2>&1 ||
            { echo "area.sh: $key: $(grep -m1 ERROR "$OUT/$key.log")" >&2; exit 1; }
    done
}

netlist disp_top disp_top "-chparam SMS $sms -chparam SLOTS $slots -chparam KERNELS $kernels" \
    "$(echo "$BUILD"/rtl/*_bank.v)"
arbs=
for bank in "$BUILD"/rtl/arb_*/arb_bank.v; do
    policy=$(basename "$(dirname "$bank")")
    arbs="$arbs $policy"
    netlist "$policy" arb_top \
        "-chparam WARPS $per_arb -chparam SLOTS $slots -chparam KERNELS $kernels" "$bank"
done

{
    echo "# Generic synthesis, NAND2-equivalents by transistor count (synth/nand2_weights.txt)."
    echo "# $(yosys -V | sed 's/ (.*//')"
    echo "# disp_top: SMS=$sms SLOTS=$slots KERNELS=$kernels;" \
        "arb_top: WARPS=$per_arb SLOTS=$slots KERNELS=$kernels, $schedulers per SM"
    echo "# command: synth/area.sh${args:+ $args}"
    for key in disp_top $arbs; do
        [ "$key" = disp_top ] && name=$key || name="arb_top+$key"
        awk -v key="$name" -f synth/area.awk synth/nand2_weights.txt \
            "$OUT/$key-flatten.stat" "$OUT/$key.tree.stat" || exit 1
    done
} >"$OUT/area.txt" || exit 1
awk -F'\t' '/^#/ {print; next}
    !n++ {printf "%-34s %9s %8s %10s %10s\n", "module", "instances", "cells", "flip-flops", "NAND2-eq"}
    {printf "%-34s %9d %8d %10d %10.1f\n", $2, $3, $4, $5, $6}' "$OUT/area.txt"
{
    echo "top,module,instances,cells,flip_flops,nand2_eq"
    grep -v '^#' "$OUT/area.txt" | sed 's/\t */,/g'
} >"$OUT/area.csv"
