#!/bin/bash
# Is the netlist of each module equal to its RTL? Yosys pairs registers and ports by name and proves
# every pair, first alone, then by induction over some cycles.
#
#   synth/equiv.sh [MODULE...]     all modules of rtl/ but the tops, or only these
#
# 2 SMs x 2 slots, library generic. SECONDS_EACH (default 120) limits the time per module.
# Before that, registers that cannot leave their reset value are removed from the RTL, as synthesis does
# (found by Yosys' SAT solver). Words are not narrowed (no prep), because the removed bits would
# lose their names, and a register without a partner leaves everything that depends on it unproven.
# Prints a line per module: proven; open, if the time did not suffice; or FAILED with the pairs that
# are not proven: they differ, or only an unreachable state distinguishes them.
set -u
cd "$(dirname "$0")/.." || exit 2
BUILD=${BUILD:-build}
export OUT=$BUILD/equiv LIMIT=${SECONDS_EACH:-120} BUILD
library=$OUT/generic.lib
wanted=${*:-$(for f in rtl/*/*.v; do basename "$f" .v; done | grep -vxE 'arb_top|disp_top|issue_sub|sas_top')}
mkdir -p "$OUT"
(cd synth/generic && awk -f liberty.awk process.txt cells.txt) >"$library" || exit 2
yosys -q -p "read_liberty -ignore_miss_func $library; write_verilog -noattr $OUT/cells.v" \
    >"$OUT/cells.log" 2>&1 || { echo "FAILED cells: $(tail -n 1 "$OUT/cells.log")"; exit 1; }

check() { # module
    local m=$1 dir log=$OUT/$1.log header
    "$BUILD/ctadel" synth "$m" --sms 2 --slots 2 --warps 8 --schedulers 2 -o "$OUT/$m" -j 1 >"$log" 2>&1 ||
        { echo "FAILED $m: $(tail -n 1 "$log")"; return; }
    dir=$(ls -d "$OUT/$m/generic.$m"-*)
    header=$(grep -m1 '^hierarchy' "$dir/synth.ys")
    cat >"$OUT/$m.ys" <<EOF
$(grep '^read_verilog' "$dir/synth.ys")
$header
proc
flatten
opt_expr -keepdc
opt_clean
splitnets
simplemap
opt_dff -sat
opt -full
opt_clean -purge
splitnets
design -stash gold
read_verilog $OUT/cells.v $dir/net.v
hierarchy -check -top $m
prep -flatten -top $m
splitnets
design -stash gate
design -copy-from gold -as gold $m
design -copy-from gate -as gate $m
equiv_make gold gate equiv
hierarchy -top equiv
opt_clean -purge
equiv_simple
equiv_induct -seq 4
equiv_status
equiv_status -assert
EOF
    timeout "$LIMIT" yosys -q -l "$log" -s "$OUT/$m.ys" >"$OUT/$m.out" 2>&1
    case $? in
    0) echo "proven $m: $(sed -n 's/.*Found \([0-9]*\) \$equiv.*/\1 pairs/p' "$log" | tail -n 1)" ;;
    124) echo "open $m: no answer within $LIMIT s" ;;
    *) grep -q 'ERROR: Found [0-9]* unproven' "$OUT/$m.out" ||
            { echo "FAILED $m: $(grep -m1 '^ERROR' "$OUT/$m.out")"; return; }
        echo "FAILED $m: $(grep -oE '[0-9]+ unproven' "$log" | tail -n 1) pairs, of" \
            "$(sed -n 's/.*Unproven \$equiv .*: .\(.*\)_gold .*/\1/p' "$log" | sort -u | head -n 4 | xargs)" ;;
    esac
}
export -f check
echo "$wanted" | xargs -n1 -P "${JOBS:-$(nproc)}" bash -c 'check "$0"' | tee "$OUT/all"
! grep -q '^FAILED' "$OUT/all"
