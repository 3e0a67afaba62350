#!/usr/bin/env bats
# Waves: every signal a save file lists is in the dump, every filter it names exists and covers the states of the RTL;
# writing waves changes no statistic.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# The options of the run whose dump has the signals of a save file: of an arbiter's, the warp policy; of the task
# unit's, a parallel loop; of a policy for pairs of kernels, a pair; of all others, any run.
run_for() {
    case $1 in
    arb_*) echo "lcs28 vadd $(warp_options "${1#arb_}")" ;;
    sas_*) echo 'sas4 hot3 --sos' ;;
    limit_sm[ck]) echo "smk15 bp+hot --place mixed --limit ${1#limit_}" ;;
    place_mixed | place_spatial) echo "smk15 bp+hot --place ${1#place_}" ;;
    *) echo 'lcs28 vadd --warp gto' ;;
    esac
}

@test "--waves changes no statistic, under each warp policy and of a parallel loop" {
    local name
    for name in $(warp_policies | sed 's/^/arb_/') sas_unit; do
        # shellcheck disable=SC2046  # options
        expect 0 'output +pass' run $(run_for "$name") --size tiny --waves w.fst --stats waves.json
        # shellcheck disable=SC2046
        expect 0 'output +pass' run $(run_for "$name") --size tiny --stats plain.json
        check "$name: statistics" cmp waves.json plain.json
    done
}

@test "the dump has the number of the core cycle" {
    local cycles
    expect 0 'output +pass' run lcs28 vadd --size tiny --waves w.fst
    cycles=$(awk '/^cycles/ { print $2 }' "$tmp/out")
    core_cycles w.fst >values
    check 'the last is one below the cycles of the run' [ $((2#$(tail -n 1 values))) = $((cycles - 1)) ]
    check 'each cycle has a value' [ "$(wc -l <values)" -ge "$cycles" ]
    check 'every save file shows it' [ "$(grep -lx 'core.cycle_i\[63:0\]' "$here"/waves/*.gtkw | wc -l)" = "$(find "$here/waves" -name '*.gtkw' | wc -l)" ]
}

@test "every save file of waves/ lists only signals that exist, and filters with a name for every value" {
    local g f
    cd "$here"
    for g in waves/*.gtkw; do
        # shellcheck disable=SC2046  # options
        expect 0 'output +pass' run $(run_for "$(basename "$g" .gtkw)") --size tiny --waves "$tmp/w.fst"
        wave_signals "$tmp/w.fst" >"$tmp/vars"
        save_signals "$g" >"$tmp/listed"
        check "$g lists signals" [ -s "$tmp/listed" ]
        check "$g: signals that are not in the dump: none" [ -z "$(comm -23 "$tmp/listed" "$tmp/vars" | tee "$tmp/out")" ]
        case $g in
        waves/disp_top.gtkw) opens_on "$g" issue_valid_o 1 ;;
        waves/arb_*) opens_on "$g" gnt_valid_o 1 ;;
        waves/limit_sm[ck].gtkw | waves/place_mixed.gtkw | waves/place_spatial.gtkw) opens_on "$g" live_i '..11' ;;
        esac
        check "$g: values in its filters are written as the format of the signal shows them" written "$g"
        for f in $(sed -n 's/^\^[0-9]* //p' "$g" | sort -u); do
            check "$g: filter $f has a name for every value" filter "${f/#build\//$BUILD/}"
        done
    done
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
            grep -vE '^#' "${file/#build\//$BUILD/}" | grep -vE "^$digits " && exit 1
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
