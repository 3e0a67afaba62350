#!/bin/bash
# Results of synthesis against a reference, and its answers to wrong input.
#
#   tests/synth/run.sh             compare with reference.csv, units.csv and pareto.csv, then the cases
#   tests/synth/run.sh --update    rewrite these three, after a change of the RTL
#
# The reference is small: two modules, an issue logic, and four arbiters, these with power, at 2 SMs x 2
# slots and with library generic. Flip-flops must be the same; area may differ by 5 %, a path by 15 %,
# power by 10 %: another Yosys maps a little differently. pareto.csv is `ctadel report --synth` on one SM
# with one slot; its speed-ups may differ by 2 %.
set -u
# shellcheck source=tests/ctadel.sh
. tests/ctadel.sh
refused_s=60
reference=$here/tests/synth/reference.csv
library=$tmp/generic.lib
(cd synth/generic && awk -f liberty.awk process.txt cells.txt) >"$library"

refuse() { # REGEX arguments…
    local regex=$1
    shift
    refused "$regex" synth "$@"
}

small="--sms 2 --slots 2 --warps 8"
# shellcheck disable=SC2086  # options
"$ctadel" synth place_bcs disp_issue gto lrr alt sim bits+gto $small -o "$tmp/small" >"$tmp/out" 2>&1
verdict $? "the small designs"
if [ "${1-}" = --update ]; then
    cp "$tmp/small/synth.csv" "$reference"
fi

# column tolerance_percent [reference file key...]: every row of the reference has a match
near() {
    local to=${3:-$reference} made=${4:-$tmp/small/synth.csv} first=${5:-kind} second=${6:-name}
    awk -F, -v column="$1" -v percent="$2" -v first="$first" -v second="$second" '
        function at(name,    i) { for (i = 1; i <= NF; i++) if ($i == name) return i }
        FNR == 1 { file++; c = at(column); n = at(second); k = at(first); next }
        file == 1 { want[$k "," $n] = $c; next }
        { rows++; w = want[$k "," $n]; d = $c - w; if (d < 0) d = -d
          if (!(($k "," $n) in want) || d > percent / 100 * (w < 0 ? -w : w)) { bad = 1
              print $n ": " column " is " $c ", the reference has " w } }
        END { exit bad || rows != length(want) }' "$to" "$made" >"$tmp/out"
    verdict $? "$1 within $2 % of tests/synth/${to##*/}"
}
near flops 0
near area_um2 5
near path_ns 15
near clock_mw 10
near data_mw 10

# Issue units with power: the replay cuts fields of a recorded instruction, and copies of a module that is mapped once.
# shellcheck disable=SC2086
"$ctadel" synth bits regs1 --blocks issue_regs_table --sms 1 --slots 2 --schedulers 4 --warps 8 --machine a6000 --orders 1 \
    -o "$tmp/units" >"$tmp/out" 2>&1
verdict $? "the issue units"
[ "${1-}" != --update ] || cp "$tmp/units/synth.csv" "$here/tests/synth/units.csv"
for column in flops:0 area_um2:5 clock_mw:10 data_mw:10; do
    near ${column%:*} ${column#*:} "$here/tests/synth/units.csv" "$tmp/units/synth.csv"
done

# Goals of the mapper, on two modules with long paths together: for one alone the order of names may matter as much.
for goal in both speed area; do
    # shellcheck disable=SC2086
    "$ctadel" synth disp_walk disp_issue $small --no-power --map $goal -o "$tmp/$goal" >"$tmp/out.$goal" 2>&1
done
for goal in speed:path_ns area:area_um2; do
    cp "$tmp/out.${goal%:*}" "$tmp/out"
    grep -q "mapped for ${goal%:*} at 1000 MHz" "$tmp/out" &&
        awk -F, -v column="${goal#*:}" '
            FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; file++; next }
            file == 1 { was += $at[column]; next }
            { rows++; is += $at[column] }
            END { exit !(is < was) || rows != 2 }' "$tmp/both/synth.csv" "$tmp/${goal%:*}/synth.csv"
    verdict $? "--map ${goal%:*}: less ${goal#*:} than for both"
done

# Features that are no policy.
# shellcheck disable=SC2086
"$ctadel" synth none priority partition $small --orders 1 -o "$tmp/features" >"$tmp/out" 2>&1 &&
    awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["name"] != "none" { rows++; if ($at["added_nand2_eq"] + 0 < 20 || $at["power_cycles"] + 0 < 1) bad = 1 }
        END { exit bad || rows != 2 }' "$tmp/features/synth.csv"
verdict $? "priority and partition add area to none, and replay a run"
refuse "priority[+]priority: found priority twice; allowed: once" priority+priority

# Outputs that share bits with other outputs, which Yosys writes as `assign {a, b} = …`.
"$ctadel" synth sas_regs --no-power -o "$tmp/alias" >"$tmp/out" 2>&1 &&
    grep -q '^ *assign *{' "$tmp"/alias/*.sas_regs-*/net.v &&
    awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { rows++; if ($at["path_ns"] + 0 <= 0 || $at["gates"] + 0 < 1) bad = 1 } END { exit bad || rows != 1 }' "$tmp/alias/synth.csv"
verdict $? "a module with outputs that are one bit is timed"

# what `make pareto` does, as small as can be
cat >"$tmp/gain.yaml" <<'Y'
machine: lcs28
size: tiny
workloads: [vadd, tran]
base: {engine: c, set: [sms=1, sm.cta_slots=1, sm.threads=256]}
points: {gto: {}, lrr: {warp: lrr}}
normalise: first
Y
# shellcheck disable=SC2046  # words
{ "$ctadel" sweep "$tmp/gain.yaml" --out "$tmp/gain" &&
    "$ctadel" synth $("$ctadel" report "$tmp/gain.yaml" --designs) --kernels 1 --no-power --out "$tmp/gain/synth" &&
    "$ctadel" report "$tmp/gain.yaml" --synth "$tmp/gain/synth/synth.csv" --out "$tmp/gain"; } >"$tmp/out" 2>&1
verdict $? "speed-up against area"
! grep -i warning "$tmp/out"
verdict $? "gnuplot draws a chart of one bar without a warning"
[ "${1-}" != --update ] || cp "$tmp/gain/pareto.csv" tests/synth/pareto.csv
near speed_up 2 tests/synth/pareto.csv "$tmp/gain/pareto.csv" point dispatcher
near nand2_eq 5 tests/synth/pareto.csv "$tmp/gain/pareto.csv" point dispatcher
awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { if (!rows++) base = $at["nand2_eq"]
      d = $at["added_nand2_eq"] - ($at["nand2_eq"] - base)
      if (d * d > 0.04) { bad = 1; print $1 ": " $at["added_nand2_eq"] " added, expected " $at["nand2_eq"] - base } }
    END { exit bad || rows != 2 }' "$tmp/gain/pareto.csv" >"$tmp/out"
verdict $? "added_nand2_eq is what a point has more than the first"
[ -z "$(cut -d, -f17-21 "$tmp/gain/synth/synth.csv" | sed 1d | tr -d ',\n')" ] &&
    ! compgen -G "$tmp/gain/synth/*/run.fst" >"$tmp/out"
verdict $? "--no-power: no run, and no power in the report"

# the same library, packed; the same design is not made again
gzip -c "$library" >"$tmp/l.lib.gz"
# shellcheck disable=SC2086
"$ctadel" synth lrr $small -o "$tmp/packed" -l "$tmp/l.lib.gz" >"$tmp/out" 2>&1 &&
    grep '^arbiter,lrr' "$tmp/packed/synth.csv" >"$tmp/out" &&
    [ "$(cut -d, -f1-8 "$tmp/out")" = "$(grep '^arbiter,lrr' "$tmp/small/synth.csv" | cut -d, -f1-8)" ]
verdict $? "a packed library gives the same"
stat -c %Y.%y "$tmp"/packed/*lrr*/result.txt >"$tmp/stamp"
# shellcheck disable=SC2086
"$ctadel" synth lrr $small -o "$tmp/packed" -l "$tmp/l.lib.gz" >"$tmp/out" 2>&1
stat -c %Y.%y "$tmp"/packed/*lrr*/result.txt | cmp -s "$tmp/stamp"
verdict $? "an unchanged design is not made again"

# RTL that does something else than the program was built from: the replay must find it
mkdir "$tmp/other" && cp -r rtl synth configs "$tmp/other"
sed -i 's/gnt_q       <= gnt_d;/gnt_q       <= {gnt_d[0], gnt_d[WARPS-1:1]};/' "$tmp/other/rtl/arb/arb_top.v"
# shellcheck disable=SC2086
CTADEL_DATA=$tmp/other "$ctadel" synth lrr $small -o "$tmp/wrong" >"$tmp/out" 2>&1
got=$?
[ "$got" = 1 ] && grep -q 'does not do what the RTL did: cycle' "$tmp/out"
verdict $? "a netlist of changed RTL -> exit $got, expected 1 and the cycle"
compgen -G "$tmp/wrong/synth.*" >"$tmp/out"
verdict $(($? != 1)) "a failed synthesis leaves no report"

refuse 'POLICY, MODULE or all is missing'
refuse "unknown policy or module 'lsc'; did you mean lcs\?" lsc
refuse "found two policies of stage limit" lcs+dyncta
refuse "gto is a warp arbiter" gto+lcs
refuse "disp_fit is a module; '\+' joins policies" disp_fit+lcs
refuse "unknown policy or module ''" lcs+
refuse "unknown machine 'lcz'; did you mean lcs28" none --machine lcz
refuse "unknown workload 'mmlu'" gto --workload mmlu
refuse "there is no size 'huge'" none --size huge
refuse "/tests: cannot be read: Is a directory; give a Liberty file" none -l "$here/tests"
refuse "name that, such as gto" arb_top
refuse "unknown option --smss; did you mean --sms\?" none --smss 4
refuse "--sms: found '257'; allowed: 1 to 256" none --sms 257
refuse "--sms: found '0'" none --sms 4,0
refuse "--sms: found '4' twice; allowed: sizes that differ" none --sms 4,8,4
refuse "--slots: found '33'; allowed: 1 to 32" none --slots 33
refuse "--map: found 'fast'; allowed: area, both, speed" none --map fast
refuse "--kernels: found 'x'" none --kernels x
refuse "--schedulers: found '3'; allowed: 1, 2, 4" none --schedulers 3
refuse "--warps: found 2 for 4 schedulers" none --warps 2 --schedulers 4
refuse "no.lib: cannot be read: No such file.*Liberty" none -l no.lib
refuse "--set: found sms=3; the design gives this key" none --set sms=3
refuse "nosuch" none --sms 2 --slots 2 --set nosuch=3
refuse "--orders: found '0'; allowed: 1 to 9" none --orders 0
refuse "--blocks: unknown module 'disp_fitsm'; did you mean disp_fit_sm" none --blocks disp_fitsm

# Modules mapped once: no flip-flop is lost, a path through instances is found, the replay gives power, and instances have equal cells.
instance() { grep -oE "^ +[A-Z0-9_]+ \\\\u_fit\.g_sm\[$1\]\.u_sm\." "$tmp"/blocks/*/net.v | awk '{print $1}' | sort | uniq -c; }
# shellcheck disable=SC2086
"$ctadel" synth none $small --no-power --orders 1 -o "$tmp/flat" >"$tmp/out" 2>&1 &&
    "$ctadel" synth none $small --orders 1 --blocks disp_fit_sm,lib_first -o "$tmp/blocks" >"$tmp/out" 2>&1 &&
    grep -q '^mapped once each: disp_fit_sm lib_first;$' "$tmp/out" &&
    [ -n "$(instance 0)" ] && [ "$(instance 0)" = "$(instance 1)" ] &&
    paste -d, <(cut -d, -f7,11 "$tmp/flat/synth.csv") <(cut -d, -f7,11,17 "$tmp/blocks/synth.csv") |
    awk -F, 'NR == 2 { ok = $3 >= $1 && $4 > 0.8 * $2 && $4 < 2 * $2 && $5 > 0 } END { exit !ok }'
verdict $? "--blocks: one netlist of a module for its instances"
grep -q ',disp_fit_sm lib_first,' "$tmp/blocks/synth.csv"
verdict $? "synth.csv names the blocks"

# A file that a design does not reach does not change it.
mkdir "$tmp/unrelated" && cp -r rtl synth configs "$tmp/unrelated"
sed 's/limit_tmax/limit_x/' rtl/limit/limit_tmax.v >"$tmp/unrelated/rtl/limit/limit_x.v"
# shellcheck disable=SC2086
"$ctadel" synth none $small --no-power --orders 1 -o "$tmp/before" >"$tmp/out" 2>&1 &&
    CTADEL_DATA=$tmp/unrelated "$ctadel" synth none $small --no-power --orders 1 -o "$tmp/after" >"$tmp/out" 2>&1 &&
    cmp "$tmp/before/synth.csv" "$tmp/after/synth.csv" >"$tmp/out" 2>&1
verdict $? "an unrelated file of rtl/limit changes no figure"

# The noise of the mapping, and a policy that did nothing in its run.
grep -q '^noise: gto 2x2 mapped in 3 orders: [0-9]* to [0-9]* NAND2-eq' "$tmp/small/synth.txt" &&
    grep -q '^alt 2x2: its replayed run takes as many cycles as with the baseline' "$tmp/small/synth.txt" &&
    ! grep -q '^lrr 2x2: its replayed run' "$tmp/small/synth.txt"
verdict $? "the report states noise, and that alt did nothing with one kernel"
grep -q ', FO4 15.0 ps;' "$tmp/small/synth.txt"
verdict $? "FO4 of generic, measured in a chain, is five times tau of process.txt"

# Ways of writing the same library, as published ones have them.
variant() { # name, sed script
    sed -E "$2" "$library" >"$tmp/v.lib"
    ! cmp -s "$tmp/v.lib" "$library" || { echo "unchanged" >"$tmp/out"; false; } && same "$1"
}
same() { # what; $tmp/v.lib gives the figures of generic
    # shellcheck disable=SC2086
    "$ctadel" synth disp_issue $small --no-power -l "$tmp/v.lib" -o "$tmp/v" >"$tmp/out" 2>&1 &&
        [ "$(grep '^module,disp_issue' "$tmp/v/synth.csv")" = "$(grep '^module,disp_issue' "$tmp/small/synth.csv")" ]
    verdict $? "Liberty with $1 gives the figures of generic"
}
variant 'values without quotes' 's/(clear|preset) : "\(!(.*)\)"/\1 : !\2/'
variant 'a voltage map of vdd!' 's/  nom_voltage : .*/&\n  voltage_map(vdd!, 1.0);\n  voltage_map(gnd!, 0);/'
variant '}; at the end of groups' 's/^  \}$/  };/'
variant 'quoted names' 's/^library \((.*)\)/library ("\1")/; s/cell \(([A-Z0-9_]+)\)/cell ("\1")/'
variant 'strings without commas, joined lines' 's/", \\$/" \\/; s/"\);$/" \\\n);/'
variant 'commas on lines of their own' 's/", \\$/" \\\n  , \\/'
last_cell() { grep -n 'cell (' "$1" | tail -n 1 | cut -d: -f1; }
diff <(last_cell "$tmp/v.lib") <(last_cell "$tmp/v/library.lib") >"$tmp/out"
verdict $? "the copy for the tools has each statement on its line"
variant 'no semicolon' 's/  nom_voltage : 1.*;/  nom_voltage : 1.0/'
variant 'definitions and expressions' 's/  nom_voltage : .*/&\n  define("a","cell","string");\n  define_group("g","library");\n  input_voltage(CMOS) { vil : 0.3 * VDD ; vimax : VDD + 0.5 ; }/'
variant 'the voltage of its operating conditions' '/nom_voltage/d'
variant '\r\n' 's/$/\r/'
tr '\n' '\r' <"$library" >"$tmp/v.lib" && same '\r'
printf '\357\273\277' | cat - "$library" >"$tmp/v.lib" && same 'a byte order mark'
sed '/voltage : /d' "$library" >"$tmp/v.lib"
refuse "v.lib: library generic has neither nom_voltage nor .*; add" none -l "$tmp/v.lib"
sed '0,/related_pin :.*/s///' "$library" >"$tmp/v.lib"
refuse "v.lib:[0-9]+: found timing \(\) of INV_X1, pin Y, without related_pin; add it" none -l "$tmp/v.lib"
cat "$library" "$library" >"$tmp/v.lib"
refuse "v.lib:[0-9]+: found a second library, .*; give a file with one" none -l "$tmp/v.lib"
sed '0,/cell (/s//\/* open\n&/' "$library" >"$tmp/v.lib"
refuse "v.lib:[0-9]+: a comment that begins here does not end; end it" none -l "$tmp/v.lib"
sed '0,/area : .*/s//area;/' "$library" >"$tmp/v.lib"
refuse "v.lib:[0-9]+: found 'area' without ':' or '\('.*; correct" none -l "$tmp/v.lib"
sed '0,/function : "!A"/s//function : "!(A"/' "$library" >"$tmp/v.lib"
refuse "v.lib:[0-9]*:? ?.*correct or remove" none -l "$tmp/v.lib"

mkdir "$tmp/bin"
ln -s /bin/true "$tmp/bin/yosys"
printf '#!/bin/sh\nPATH=%s exec %s "$@"\n' "$tmp/bin" "$ctadel" >"$tmp/few"
chmod +x "$tmp/few"
ctadel=$tmp/few refuse "sta is not in PATH; \`apt-get install opensta\` installs it" none
ln -s /bin/true "$tmp/bin/sta"
ctadel=$tmp/few refuse "fst2vcd is not in PATH; \`apt-get install gtkwave\` installs it" none --sms 2
head -c 60000 "$library" >"$tmp/cut.lib"
refuse "cut.lib:[0-9]+: ends inside cell \([A-Z0-9_]+\): it was cut off" none -l "$tmp/cut.lib"
head -c $(($(wc -c <"$tmp/l.lib.gz") / 2)) "$tmp/l.lib.gz" >"$tmp/cut.lib.gz"
refuse "cut.lib.gz: ends inside its gzip data: it was cut off" none -l "$tmp/cut.lib.gz"
refuse "README.md:1: found '#', expected library" none -l "$here/README.md"
: >"$tmp/empty.lib"
refuse "empty.lib: is empty" none -l "$tmp/empty.lib"
echo 'library (l) { cell (INVX1) { area : 1; } }' >"$tmp/poor.lib"
refuse "poor.lib: library l, 1 cells, has no two-input NAND" none -l "$tmp/poor.lib"
echo 'library (l) { cell (NAND2X1) { area : 1; } }' >"$tmp/poor.lib"
refuse "has no flip-flop" none -l "$tmp/poor.lib"
echo 'library (mine) { nom_voltage : 1; cell (NAND2X1) { area : 1; } cell (DFF) { area : 4; ff (IQ, IQN) { } } }' >"$tmp/poor.lib"
refuse "library mine is not in .*nodes.txt; give --node NM and --mhz N" none -l "$tmp/poor.lib"
summary
