#!/bin/bash
# One design through Yosys and OpenSTA: netlist, area, timing, and power when a recorded run is given.
#
#   point.sh KEY=VALUE...      called by `ctadel synth`, once per design; sources are found beside it
#
#   out=DIR         everything is written here; result.txt comes last: `key value` per line
#   top=MODULE      disp_top, arb_top or any module of rtl/
#   sizes="A=1 ..." its parameters, checked by the caller; parameters that the top lacks are ignored
#   banks="M ..."   the built policies, for the banks of all stages
#   lib=FILE        Liberty file, unpacked
#   drive=CELL      a buffer as strong as a register's output, for abc; empty: none
#   clock_ps=N      clock period for sizing gates, power and slack
#   map=WORD        area, speed or both: what the mapper optimises
#   wave=FILE scope=NAME [policy=N]  FST of a co-simulated run, scope of the top's ports in it, and
#                   the value of the POLICY register if the banks have other indexes
#   modules=1       a row per module as well: the hierarchy kept, no timing, no power
#   blocks="M ..."  maps each of these modules once, all else is flat; then each instance gets a copy of its module's netlist
#   still=1         power of the clock and leakage, which do not depend on a run; for tops without a recorded run
#   idle=1          the recorded run is one in which the policy had no effect: a line `idle 1`
#   orders=N        maps the same sources N times, each time read in another order and with other automatic names; lines
#                   `order AREA NS` tell how much of a difference between two designs is chance
#
# OpenSTA reads no `assign {a, b} = …`: assigns.awk splits them. A netlist with a port per bit would do as well, but Yosys writes the
# header of one in quadratic time: minutes for 80 SMs of 32 slots.
# A design with unchanged inputs is not synthesised again.
set -u
home=$(cd "$(dirname "$0")/.." && pwd) || exit 2
out='' top='' sizes='' banks='' lib='' drive='' clock_ps='' map=both wave='' scope='' policy='' modules='' blocks='' orders=1 still='' idle=''
for word in "$@"; do
    case $word in
    out=* | top=* | sizes=* | banks=* | lib=* | drive=* | clock_ps=* | map=* | wave=* | scope=* | policy=* | modules=* | blocks=* | orders=* | still=* | idle=*)
        declare "${word%%=*}=${word#*=}" ;;
    *) echo "point.sh: found '$word'" >&2; exit 2 ;;
    esac
done
mkdir -p "$out" || exit 2
die() { echo "$out: $*" >&2; exit 1; }

sources=()
for f in "$home"/rtl/*/*.v; do sources+=("$f"); done
for stage in place limit gate arb; do
    built=
    for m in $banks; do case $m in "${stage}"_*) built="$built $m" ;; esac; done
    [ -n "$built" ] || continue
    # shellcheck disable=SC2086  # module names, without blanks
    sh "$home/rtl/gen_bank.sh" $stage $built >"$out/${stage}_bank.v" || exit 2
    sources+=("$out/${stage}_bank.v")
done
for mode in ports pins; do # disp_top includes them, the modules that implement registers the words
    awk -v mode=$mode -f "$home/rtl/gen/monitors.awk" "$home/rtl/disp/monitors.txt" >"$out/monitor_$mode.vh" || exit 2
done
for block in disp kernel attr part gpcs; do
    sh "$home/rtl/gen_registers.sh" words $block >"$out/words_$block.vh" || exit 2
done
sh "$home/rtl/gen_registers.sh" --of task words sas >"$out/words_sas.vh" || exit 2
policy_at=$(sh "$home/rtl/gen_registers.sh" at POLICY) || exit 2
# Only what the top reaches: any other file would shift Yosys' automatic names, and with them the mapping.
mapfile -t sources < <(awk -v top="$top" -f "$home/synth/reached.awk" "${sources[@]}")
[ ${#sources[@]} -gt 0 ] || die "no module $top"

rm -f "$out/wave.vcd"
if [ -n "$wave" ]; then # without its date
    fst2vcd "$wave" 2>/dev/null | sed '1,/^\$end/d' >"$out/wave.vcd"
    [ -s "$out/wave.vcd" ] || die "fst2vcd cannot read $wave"
fi
key=$({ printf '%s\n' "$@"; yosys -V; cat "${sources[@]}" "$out"/{monitor,words}_*.vh "$home"/synth/{point.sh,sta.tcl,cells.sed,reached.awk} \
    "$home"/synth/{assigns,modules,paths,power,replay,vcd}.awk "$home/synth/replay.v" "$home/synth/ports.txt" "$lib"; cat "$out/wave.vcd" 2>/dev/null; } | cksum)
[ "$key" != "$(cat "$out/key" 2>/dev/null)" ] || [ ! -f "$out/result.txt" ] ||
    { rm -f "$out/wave.vcd"; exit 0; }
rm -f "$out/key" "$out/result.txt"

header=$(awk '/^module /{on = 1} on; /^\);/{exit}' "$home"/rtl/*/"$top.v")
set=
for pair in $sizes; do
    ! grep -q "^ *parameter .*\<${pair%%=*}\> *=" <<<"$header" || set="$set -chparam ${pair%%=*} ${pair#*=}"
done
# Names: registers keep theirs, as `x_q[3]` on the net and `x_q[3]_reg` on the flip-flop, so that
# paths and activities can be read; the attribute makes Yosys prefer x_q among a net's aliases.
# both: maps for the fewest levels, recovers area off the longest paths, then sizes gates for the clock. area: the
# smallest area, whatever the clock. speed: restructures for fewer levels in two rounds before mapping, limits fan-out,
# and sizes for half the period, because abc sees only the gates of a path. A second round of sizing made it slower.
fewer="if,-g,-K,6;strash;dch"
half="upsize,-D,$((clock_ps / 2));dnsize,-D,$((clock_ps / 2))"
case $map in
both) recipe="+strash;ifraig;dch;map,-B,0.9;topo;buffer,-c,-N,8;upsize,-D,$clock_ps;dnsize,-D,$clock_ps;stime,-p" ;;
area) recipe="+strash;ifraig;dch;amap;topo;buffer,-c,-N,8;dnsize,-D,1000000;stime,-p" ;;
speed) recipe="+strash;ifraig;scorr;strash;$fewer;$fewer;map,-B,0.9;topo;buffer,-c,-N,6;$half;stime,-p" ;;
*) die "found map=$map" ;;
esac
# Without a drive, abc assumes register outputs of unlimited strength and does not buffer them.
constr=
if [ -n "$drive" ]; then
    echo "set_driving_cell $drive" >"$out/drive.sdc"
    constr="-constr $out/drive.sdc"
fi
flat=-flatten
[ -z "$modules" ] || flat=
keep='' copy=''
for m in $blocks; do # a module with parameters of its own has another name, but its attribute hdlname, "\MODULE", names the file's
    keep="$keep
setattr -mod -set keep_hierarchy 1 $m A:hdlname=?$m"
    copy="setattr -mod -unset keep_hierarchy *
flatten"
done
map_to() { # folder, order: net.v and stat.txt of the sources in this order
    local dir=$1 order=$2 rotated=() i
    mkdir -p "$dir"
    for ((i = 0; i < ${#sources[@]}; i++)); do
        rotated+=("${sources[(i + order * ${#sources[@]} / orders) % ${#sources[@]}]}")
    done
    # A module that the design does not use takes as many automatic names as it has operators.
    printf 'module other (input [%d:0] a, output [%d:0] y);\n' "$order" "$order" >"$dir/other.v"
    for ((i = 0; i <= order; i++)); do echo "assign y[$i] = a[$i] ^ a[$order];"; done >>"$dir/other.v"
    echo endmodule >>"$dir/other.v"
    [ "$order" = 0 ] || rotated=("$dir/other.v" "${rotated[@]}")
    cat >"$dir/synth.ys" <<EOF
read_liberty -lib -ignore_miss_func $lib
read_verilog -I$out ${rotated[*]}
hierarchy -check -top $top $set
proc
setattr -set rtl_register 1 w:*_q$keep
synth $flat -top $top
splitnets
rename -wire -suffix _reg t:\$_*DFF*
dfflibmap -liberty $lib
abc -liberty $lib $constr -script $recipe
setundef -zero
$copy
splitnets
opt_clean -purge
check -assert
tee -q -o $dir/stat.txt stat -liberty $lib
write_verilog -noattr -noexpr -nohex -nodec $dir/net.v
EOF
    yosys -q -l "$dir/synth.log" -s "$dir/synth.ys" >"$dir/synth.out" 2>&1 ||
        die "yosys: $(grep -m1 '^ERROR' "$dir/synth.out" || tail -n 1 "$dir/synth.out")"
}
timing() { # folder, rates for which each instance's power is written (still, toggling), or none: sta.txt
    awk -f "$home/synth/assigns.awk" "$1/net.v" >"$1/timed.v" || die "no netlist for timing"
    export STA_LIB=$lib STA_NET=$1/timed.v STA_TOP=$top STA_OUT=$1 STA_POWER=$2 STA_NS=$clock_ns
    sta -no_splash -exit "$home/synth/sta.tcl" >"$1/sta.txt" 2>&1 || die "sta: $(tail -n 1 "$1/sta.txt")"
    ! grep -q '^Error' "$1/sta.txt" || die "sta: $(grep -m1 '^Error' "$1/sta.txt")" # its exit code is 0
    rm -f "$1/timed.v"
}
figures() { # folder: of the whole design, and paths
    awk -f "$home/synth/modules.awk" "$1/stat.txt" | awk '$1 == "total"'
    awk -v ns="$clock_ns" -f "$home/synth/paths.awk" "$1/sta.txt"
}

clock_ns=$(awk "BEGIN {print $clock_ps / 1000}")
map_to "$out" 0
if [ -n "$modules" ]; then
    awk -f "$home/synth/modules.awk" "$out/stat.txt" >"$out/result.part" || die "no statistics"
else
    timing "$out" "${still:+still}${wave:+still toggling}"
    {
        sed -n 's/^ABC: .*Delay = *\([0-9.]*\) ps.*/comb_ps \1/p' "$out/synth.log" | sort -k 2n | tail -n 1
        figures "$out"
    } >"$out/result.part" || die "no path in $out/sta.txt"
    for ((order = 1; order < orders; order++)); do
        map_to "$out/order" "$order"
        timing "$out/order" ""
        figures "$out/order" | awk -v ns="$clock_ns" '
            $1 == "total" { area = $4 } $1 == "slack_ns" { print "order", area, ns - $2 }' >>"$out/result.part"
        rm -r "$out/order"
    done
fi
if [ -n "$still" ] && [ -z "$modules" ]; then
    awk 'NF == 5 && $1 ~ /^[-+0-9.]+e[-+][0-9]+$/ { clock += $1; leakage += $3 }
         END { printf "power_clock_mw %.6g\npower_leak_mw %.6g\n", clock * 1e3, leakage * 1e3 }' "$out/still.txt" >>"$out/result.part"
fi
if [ -n "$wave" ] && [ -z "$modules" ]; then
    recorded=$(awk -v top="$top" -v scope="$scope" -v sizes="$sizes" -v out="$out" -v policy="$policy" -v policy_at="$policy_at" \
        -f "$home/synth/vcd.awk" -f "$home/synth/replay.awk" "$home/synth/ports.txt" "$out/net.v" "$out/wave.vcd") || exit 1
    read -r cycles in_bits out_bits <<END
$recorded
END
    yosys -q -p "read_liberty -ignore_miss_func $lib; write_verilog -noattr $out/cells.v" \
        >"$out/cells.out" 2>&1 || die "yosys: $(tail -n 1 "$out/cells.out")"
    sed -i -f "$home/synth/cells.sed" "$out/cells.v"
    iverilog -g2005 -I "$out" -D "TOP=$top" -D "IN_BITS=$in_bits" -D "OUT_BITS=$out_bits" -D "DIR=\"$out\"" \
        -o "$out/replay.vvp" -s replay "$home/synth/replay.v" "$out/net.v" "$out/cells.v" \
        >"$out/replay.out" 2>&1 || die "iverilog: $(head -n 1 "$out/replay.out")"
    vvp "$out/replay.vvp" >"$out/replay.out" || die "vvp: $(tail -n 1 "$out/replay.out")"
    grep -q "^$cycles cycles, 0 wrong" "$out/replay.out" ||
        die "the netlist does not do what the RTL did: $(grep -m1 '^cycle' "$out/replay.out" | cut -c1-60) ($out/replay.out)"
    {
        echo "replayed_cycles $cycles"
        [ -z "$idle" ] || echo "idle 1"
        awk -v cycles="$cycles" -f "$home/synth/power.awk" "$out/cells.v" "$out/net.v" \
            "$out/still.txt" "$out/toggling.txt" "$out/nets.vcd"
    } >>"$out/result.part" || exit 1
    sed -i "s/^module $top(/module ${top}_gates(/" "$out/net.v" # as wrapper.v has it
    rm -f "$out/wave.vcd" "$out/nets.vcd" "$out/stimuli.txt" "$out/replay.vvp"
fi
mv "$out/result.part" "$out/result.txt" && echo "$key" >"$out/key"
