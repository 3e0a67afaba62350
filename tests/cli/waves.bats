#!/usr/bin/env bats
# Waves: every signal a save file lists is in the dump, every filter it names exists and covers the states of the RTL;
# writing waves changes no statistic.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

mapfile -t saves < <(cd "$here/waves" && printf '%s\n' *.gtkw.in | sed "s|^|$BUILD/waves/|; s/\.in$//")

# The options of the run that a save file is for: that policy, one for pairs of kernels on a pair; for the task unit, a
# parallel loop; for the issue logic, a machine that has it.
a6000='a6000 --warp cggty --set sms=1 --set sm.cta_slots=16'
run_for() {
    case $1 in
    arb_*) echo "lcs28 vadd $(warp_options "${1#arb_}")" ;;
    sas_*) echo 'sas4 hot3 --sos' ;;
    issue_bits) echo "$a6000 vadd" ;;
    issue_regs) echo "$a6000 vadd --set sm.issue_by=counting_scoreboard" ;;
    limit_sm[ck]) echo "smk15 bp+hot --place mixed --limit ${1#limit_}" ;;
    place_mixed | place_spatial) echo "smk15 bp+hot --place ${1#place_}" ;;
    limit_static) echo 'lcs28 vadd --limit static --ctas 2' ;;
    place_* | limit_* | gate_*) echo "lcs28 vadd --warp gto --${1%%_*} ${1#*_}" ;;
    *) echo 'lcs28 vadd --warp gto' ;;
    esac
}

@test "--waves changes no statistic, under each warp policy, of a parallel loop and of issue logic" {
    local name
    for name in $(warp_policies | sed 's/^/arb_/') sas_unit issue_bits issue_regs; do
        # shellcheck disable=SC2046  # options
        expect 0 'output +pass' run $(run_for "$name") --size tiny --waves w.fst --stats waves.json
        # shellcheck disable=SC2046
        expect 0 'output +pass' run $(run_for "$name") --size tiny --stats plain.json
        check "$name: statistics" cmp waves.json plain.json
    done
}

# NOP: stall 8. FADD: 4 and yield. MUFU: 2, and counter 2 from the second cycle on. Its reader waits for the counter, so that
# it issues in the cycle behind the write. A value is that behind the clock edge which ends its cycle.
@test "the dump has stalls, yield, counters and grants of the issue logic" {
    local signal
    printf '%s\n' 'kernel k 1 32 32 0 1' 'NOP - 8 0 -1 -1 0' 'FADD R3,R1,R2 4 1 -1 -1 0' 'MUFU.RCP R4,R3 2 0 2 -1 0' \
        'FADD R5,R4,R4 1 0 -1 -1 4' 'EXIT - 5 0 -1 -1 0' >k.seq
    # shellcheck disable=SC2086  # options
    expect 0 'output +unchecked' run $a6000 --sequence k.seq --waves w.fst --stats waves.json
    check 'time never goes back in the dump' not grep Warning "$tmp/out"
    # shellcheck disable=SC2086
    expect 0 'output +unchecked' run $a6000 --sequence k.seq --stats plain.json
    check 'statistics' cmp waves.json plain.json
    for signal in gnt_i stall_q yield_q count_q ok_o write_evt_i; do unit_changes $signal >$signal; done
    awk '$2 == 1 { if (!from) from = $1; print $1 - from }' gnt_i | head -n 3 >grants
    check 'grants of the first three' diff grants <(printf '%s\n' 0 8 12)
    check 'grants in all' [ "$(grep -c ' 1$' gnt_i)" = 5 ]
    check 'stalls' diff <(awk '{ print $2 }' stall_q | head -n 14) \
        <(printf '%s\n' 0 111 110 101 100 11 10 1 0 11 10 1 0 1)
    check 'yield, in the cycle behind the second' diff <(behind yield_q) <(printf '%s\n' '8 1' '9 0')
    check 'counter 2, a cycle later than the grant, and until the write' \
        diff <(behind count_q) <(printf '%s\n' '13 1000000000000' "$(behind write_evt_i | sed -n 's/ 1$/ 0/p')")
    check 'the reader follows the write' [ "$(grep ' 1$' gnt_i | sed -n '4s/ .*//p')" = $(($(sed -n 's/ 1$//p' write_evt_i) + 1)) ]
}
# Cycles since the first grant, and values from there on.
behind() { awk -v from="$(sed -n '/ 1$/{s/ .*//p;q}' gnt_i)" '$1 > from { print $1 - from, $2 }' "$1"; }
# Core cycle and value of each change of a signal of the first scheduler's issue-control unit, in binary.
unit_changes() { # SIGNAL
    fst2vcd w.fst 2>/dev/null | awk -v signal="$1" '
        function number(bits,    i, n) { for (i = 1; i <= length(bits); i++) n = 2 * n + substr(bits, i, 1); return n }
        /^\$scope/ { outer = scope; scope = $3 }
        /^\$var/ && scope == "core" && $5 == "cycle_i" { cycle_id = $4 }
        /^\$var/ && outer == "sm0_issue0" && scope == "issue_bits" && $5 == signal { id = $4 }
        /^b/ && ($2 "") == cycle_id { cycle = number(substr($1, 2)) }
        /^b/ && ($2 "") == id { cycle += 0; value = substr($1, 2); sub(/^0*/, "", value); print cycle, value == "" ? 0 : value }
        /^[01]/ && substr($0, 2) == id { print cycle + 0, substr($0, 1, 1) }'
}

@test "the dump has the number of the core cycle" {
    local cycles
    expect 0 'output +pass' run lcs28 vadd --size tiny --waves w.fst
    cycles=$(awk '/^cycles/ { print $2 }' "$tmp/out")
    core_cycles w.fst >values
    check 'the last is one below the cycles of the run' [ $((2#$(tail -n 1 values))) = $((cycles - 1)) ]
    check 'each cycle has a value' [ "$(wc -l <values)" -ge "$cycles" ]
    check 'every save file shows it' [ "$(grep -lx 'core.cycle_i\[63:0\]' "${saves[@]}" | wc -l)" = ${#saves[@]} ]
}

@test "every save file of waves/, and every page, names only signals that exist; filters have a name for every value" {
    local g f
    cd "$here"
    for g in "${saves[@]}"; do
        # shellcheck disable=SC2046  # options
        expect 0 'output +pass' run $(run_for "$(basename "$g" .gtkw)") --size tiny --waves "$tmp/w.fst"
        wave_signals "$tmp/w.fst" | tee "$tmp/vars" | sed 's/.*[.]//; s/\[.*//' >>"$tmp/all"
        save_signals "$g" >"$tmp/listed"
        check "$g lists signals" [ -s "$tmp/listed" ]
        check "$g: signals that are not in the dump: none" [ -z "$(comm -23 "$tmp/listed" "$tmp/vars" | tee "$tmp/out")" ]
        case $g in
        */disp_top.gtkw) opens_on "$g" issue_valid_o 1 ;;
        */arb_*) opens_on "$g" gnt_valid_o 1 ;;
        */issue_*) opens_on "$g" gnt_i '[01]*1[01]*' ;;
        */limit_sm[ck].gtkw | */place_mixed.gtkw | */place_spatial.gtkw) opens_on "$g" live_i '..11' ;;
        esac
        check "$g: values in its filters are written as the format of the signal shows them" written "$g"
        for f in $(sed -n 's/^\^[0-9]* //p' "$g" | sort -u); do
            check "$g: filter $f has a name for every value" filter "$f"
        done
    done
    # issue_sub joins a unit and an arbiter for synthesis; a run has both without it.
    grep -hoE '\b[a-z][a-z0-9_]*_[ioq]\b' rtl/issue/issue_sub.v >>"$tmp/all"
    grep -rhoE --include='*.md' '`([a-z0-9_]+[.])*[a-z][a-z0-9_]*_[ioq](\[[^]`]*\])?`' README.md docs rtl tb waves |
        tr -d '`' | sed 's/\[.*//; s/.*[.]//' | sort -u >"$tmp/named"
    check 'pages name signals' [ "$(wc -l <"$tmp/named")" -gt 50 ]
    check 'of those, such as are in none of these dumps: none' \
        [ -z "$(sort -u "$tmp/all" | comm -13 - "$tmp/named" | tee "$tmp/out")" ]
}

@test "every save file of the larger models names only signals that exist, and filters have a name for every value" {
    local g f
    cd "$here"
    expect 0 'output +pass' run smk132 vadd --size tiny --set pool.live=4 --waves "$tmp/w.fst"
    wave_signals "$tmp/w.fst" >"$tmp/vars"
    for g in "$BUILD"/waves/*_mid.gtkw "$BUILD"/waves/*_large.gtkw; do
        if [[ $g == */disp_top_large.gtkw ]]; then # the first of the large ones that is no arbiter's
            expect 0 'output +pass' run smk132 vadd --size tiny --waves "$tmp/w.fst"
            wave_signals "$tmp/w.fst" >"$tmp/vars"
        fi
        if [[ $g == */arb_* ]]; then
            f=$(basename "$g" _large.gtkw)
            # shellcheck disable=SC2046  # options
            expect 0 'output +pass' run smk132 vadd --size tiny --waves "$tmp/w.fst" $(warp_options "${f#arb_}")
            wave_signals "$tmp/w.fst" >"$tmp/vars"
        fi
        save_signals "$g" >"$tmp/listed"
        check "$g lists signals" [ -s "$tmp/listed" ]
        check "$g: signals that are not in the dump: none" [ -z "$(comm -23 "$tmp/listed" "$tmp/vars" | tee "$tmp/out")" ]
        for f in $(sed -n 's/^\^[0-9]* //p' "$g" | sort -u); do
            check "$g: filter $f has a name for every value" filter "$f"
        done
    done
    for f in "${saves[@]}"; do
        [[ $f == */sas_* || $f == */issue_* ]] || check "$f has one for the large model" [ -s "${f%.gtkw}_large.gtkw" ]
        [[ $f == */sas_* || $f == */issue_* || $f == */arb_* ]] || check "$f has one for the mid model" [ -s "${f%.gtkw}_mid.gtkw" ]
    done
}

@test "every policy has a save file, no vector wider than 64 bits, and names of states and policies" {
    local module
    for module in $(cd "$here/rtl" && basename -as .v {place,limit,gate,arb}/*_*.v | grep -vxE 'arb_(top|ctx|sm)'); do
        check "$module has a save file" [ -s "$BUILD/waves/$module.gtkw" ]
    done
    check 'wider vectors, which show neither SM nor kernel: none' \
        not grep -E '^[a-z].*\[([0-9]{3,}|6[4-9]|[7-9][0-9]):' "${saves[@]}"
    awk '/[.](state_q|sel_[a-z]*)\[/ && last !~ /^\^/ { print FILENAME ": " $0 } { last = $0 }' \
        "${saves[@]}" >"$tmp/out"
    check 'states and policies as numbers: none' [ ! -s "$tmp/out" ]
}

@test "a template of another size, one that GTKWave saved, and wrong ones" {
    printf '%s\n' '^1 x.filter' '%each s SMS' '#{n_<s>} a.n_q[SMS*CNT_W-1:0][s*CNT_W+:CNT_W] a.ok[SMS-1:0][s]' '%end' 'a.slot[SLOT_W-1:0]' >t.in
    printf '%s\n' '^1 f/x.filter' '#{n_0} (2)a.n_q[3:0] (3)a.n_q[3:0] (1)a.ok[1:0]' \
        '#{n_1} (0)a.n_q[3:0] (1)a.n_q[3:0] (0)a.ok[1:0]' 'a.slot[0:0]' >expected
    check 'two SMs, two slots' filled t.in
    check '  are as expected' diff expected out
    check 'what GTKWave saved' filled expected
    check '  stays as it is' diff expected out
    wrong "found 'SM' in 'SM-1'; allowed are SMS SLOTS .*" 'a.ok[SM-1:0]'
    wrong "'.*' takes bits beyond 1" '#{x} a.ok[SMS-1:0][2]'
    wrong "found 'a.ok'; allowed is path\[msb:0\]\[BITS\]" '#{x} a.ok'
    wrong '%each without %end' '%each s SMS'
}
filled() { SMS=2 SLOTS=2 KERNELS=1 WARPS=4 FILTERS=f "$here/rtl/gen/save_file.sh" "$1" >out 2>err; }
wrong() { # REGEX LINE
    local got=0
    echo "$2" >wrong.in
    filled wrong.in || got=$?
    check "$2: exit code" [ "$got" = 2 ]
    check "$2: the message" grep -qxE "wrong.in:1: $1" err
}

@test "names of states are those of the Verilog" {
    local f module value name
    for f in "$BUILD"/waves/state_*.filter; do
        module=$(basename "$f" .filter | sed 's/^state_//; s/_[A-Z]*$//')
        while read -r value name; do
            check "$f: $value $name" grep -qE "[ _]$name = [0-9]+'d$((16#$value))[,;]" "$here"/rtl/*/"$module".v
        done <"$f"
    done
}

@test "signals that the tables of docs/walkthrough.md and docs/waves.md name are in the save file" {
    local file name
    { named docs/walkthrough.md 1 && named docs/waves.md 2; } >"$tmp/named"
    check 'there are some' [ "$(wc -l <"$tmp/named")" -gt 40 ]
    while read -r file name; do
        check "$file: $name" grep -qE "(^|[.{])$name([[}]|\$)" "$BUILD/waves/$file"
    done <"$tmp/named"
}
# "FILE signal" of each name in the COLUMN-th column from the right; FILE: the save file that the cell names, or the one
# that the page opened last. Statistics have dots.
named() { # PAGE COLUMN
    awk -F'|' -v column="$2" 'match($0, /waves\/[a-z_]*[.]gtkw/) { open = substr($0, RSTART + 6, RLENGTH - 6) }
        /^\|/ {
        file = match($(NF - column), /[a-z_]*[.]gtkw/) ? substr($(NF - column), RSTART, RLENGTH) : open
        count = split($(NF - column), part, "`")
        if (part[1] !~ /statistics/)
            for (i = 2; i <= count; i += 2)
                if (part[i] ~ /^[A-Za-z]+[0-9]*_[a-z0-9_]*$|^[a-z]+$/) print file, part[i] }' "$here/$1"
}

@test "the dump has the causes for which SMs get no CTA" {
    expect 0 'output +pass' run lcs28 vadd --size tiny --waves w.fst
    fst2vcd w.fst 2>/dev/null | awk '
        /^\$var/ && $5 == "cause_q" { id = $4; bits = $3 }
        /^b[01]*1/ && $2 == id { v = substr($1, 2); while (length(v) < bits) v = "0" v; print substr(v, 37, 12) }' >causes # of SM 31, kernel 0
    check 'SM 31, which the machine lacks, is off' grep -qx 000000000010 causes
}

@test "the dump names the CTAs that begin and end, in the cycles of the timeline" {
    local which
    expect 0 'output +pass' run smk15 bp+hot --size tiny --place mixed --waves w.fst --timeline t.json
    for which in begun ended; do
        changes $which | sort >dump
        jq -r --arg which $which '.traceEvents[] | select(.cat == "cta") | .args |
            "\(.begin_cycle + if $which == "ended" then .cycles else 0 end) \(.id) \(.lid)"' t.json | sort >bars
        check "$which: there are some" [ "$(wc -l <bars)" -gt 50 ]
        check "$which: cycle, kernel, CTA" diff dump bars
    done
}
changes() { # begun or ended: core cycle, kernel and CTA of each change
    fst2vcd w.fst 2>/dev/null | awk -v which="$1" '
        function number(bits,    i, n) { for (i = 1; i <= length(bits); i++) n = 2 * n + substr(bits, i, 1); return n }
        /^\$scope/ { scope = $3 }
        /^\$var/ && scope == "core" { name[$4] = $5 }
        /^#/ { if (changed) print value["cycle_i"], value[which "_kernel_i"], value[which "_cta_i"]; changed = 0 }
        /^b/ && $2 in name {
            value[name[$2]] = number(substr($1, 2))
            if (index(name[$2], which) && value[name[$2]] < 2 ^ 32 - 1) changed = 1
        }'
}

filter() { [ -s "$1" ] && awk '!/^#/ && NF < 2 { bad = 1 } END { exit bad }' "$1"; }
# The values of a filter are texts: binary and hexadecimal ones have all digits of the signal, decimal ones no more than
# needed. A signal is "path[7:0]", or a group of bits "#{name} (7)path[7:0] (6)path[7:0]".
written() { # SAVE-FILE
    local flag file bits digits
    awk '/^@/ { flag = $0 } /^\^/ { file = $2; next } file != "" {
        bits = /^#/ ? NF - 1 : match($0, /\[[0-9]+:/) ? substr($0, RSTART + 1) + 1 : 1
        print flag, file, bits; file = "" }' "$1" |
        while read -r flag file bits; do
            case $flag in
            @2028) digits="[01]{$bits}" ;;
            @2022) digits="[0-9A-F]{$(((bits + 3) / 4))}" ;;
            @2024) digits='(0|[1-9][0-9]*)' ;;
            *) digits='no such format' ;;
            esac
            grep -vE '^#' "$file" | grep -vE "^$digits " && exit 1
            true
        done
}
opens_on() { # SAVE-FILE SIGNAL VALUE: the signal's first such value is in view; 32 ns are 1400 pixels
    local opens rises
    opens=$(sed -n 's/^\[timestart\] //p' "$1")
    rises=$(fst2vcd "$tmp/w.fst" 2>/dev/null | awk -v signal="$2" -v value="^$3\$" '
        /^\$var/ && $5 == signal { id[$4] = 1 }
        /^#/ { time = substr($0, 2) }
        /^b/ { if ($2 in id && substr($1, 2) ~ value) { print time; exit } }
        /^[01]/ { if (substr($0, 2) in id && substr($0, 1, 1) ~ value) { print time; exit } }')
    check "$1 opens before the first $2" [ "$opens" -lt "$rises" ]
    check "$1 shows the first $2" [ "$rises" -lt $((opens + 32000)) ]
}
