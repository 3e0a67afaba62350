#!/usr/bin/env bats
# Lockstep notices a model that is wrong (programs built with a planted mistake): it says where, which signal and both
# values instead of a table, and leaves the waves of the last cycles with a save file in which that signal is the first.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# differs PROGRAM UNIT SIGNAL WAVE RTL C SAVE ARG…: regexes; WAVE and SAVE are literal
differs() {
    local program=$BUILD/ctadel-$1 name=$1 unit=$2 signal=$3 wave=$4 rtl=$5 c=$6 save=$7 line got=0
    shift 7
    rm -f lockstep.*
    ctadel run "$@" --size tiny --engine lockstep >"$tmp/out" 2>&1 || got=$?
    check "$name, $*: exit code" [ $got = 1 ]
    for line in 'cycle   [0-9]+' "unit    $unit" "signal  $signal \\(.*\\)" "rtl     $rtl" "c       $c" \
        'view: gtkwave lockstep\.fst lockstep\.gtkw' "save file: .* $save\\.gtkw" \
        "ctadel: .*lockstep: cycle [0-9]+, $unit: $signal is $rtl in rtl, $c in c.*"; do
        check "$name, $*: a line" grep -qxE "$line" "$tmp/out"
    done
    check "$name, $*: nothing else on stderr, no empty line" [ "$(grep -c '^ctadel:' "$tmp/out")" = 1 ]
    check "$name, $*: no table of a run that stopped" not grep -q '^cycles' "$tmp/out"
    check "$name, $*: waves of the last cycles" [ "$(fst2vcd lockstep.fst 2>/dev/null | grep -c '^#')" -gt 200 ]
    check "$name, $*: the waves end in the core cycle that differs" [ "$(sed -n 's/^cycle  *//p' "$tmp/out")" = $((2#$(core_cycles lockstep.fst | tail -n 1))) ]
    save_signals lockstep.gtkw >listed
    wave_signals lockstep.fst >signals
    check "$name, $*: lockstep.gtkw lists the signal" [ "$(grep -cxF -- "$wave" listed)" = 1 ]
    check "$name, $*: lockstep.gtkw lists others too" [ "$(wc -l <listed)" -gt 10 ]
    check "$name, $*: lockstep.gtkw lists signals that are not in the waves: none" \
        [ -z "$(comm -23 listed signals | tee "$tmp/out")" ]
    check "$name, $*: lockstep.gtkw opens on the difference" opens_on_end
}

# The marker is behind the last change and before the last time of the waves, and both are in view: 32 ns are 1400 pixels.
opens_on_end() {
    local opens marker change end
    opens=$(sed -n 's/^\[timestart\] //p' lockstep.gtkw)
    marker=$(sed -n 's/^\*-[0-9.]* \([0-9]*\) .*/\1/p' lockstep.gtkw)
    { read -r change && read -r end; } < <(fst2vcd lockstep.fst 2>/dev/null | sed -n 's/^#//p' | tail -n 2)
    [ "$opens" -lt "$change" ] && [ "$change" -le "$marker" ] && [ "$marker" -lt $((opens + 32000)) ] &&
        [ $((opens + 33000)) -lt "$end" ]
}

@test "a golden arbiter that skips a warp" {
    differs mutant 'SM 0, scheduler 1' 'granted warp' 'sm0_arb1.arb_top.gnt_o[63:0]' '0x[0-9a-f]+' '0x[0-9a-f]+' \
        arb_lrr lcs28 mmul --warp lrr
}

@test "a golden arbiter that skips a warp: the other policies are untouched" {
    program=$BUILD/ctadel-mutant
    expect 0 'output +pass' run lcs28 mmul --size tiny --warp gto --engine lockstep
}

# Neither is what the golden model says.
sleeps() { # PROGRAM RTL C
    local o
    for o in "" "--limit lcs" "--place bcs --gate dyncore"; do
        # shellcheck disable=SC2086  # options
        differs "$1" dispatcher sleep disp.disp_top.sleep_o "$2" "$3" disp_top lcs28 mmul $o
    done
}

@test "a dispatcher that sleeps too early, and stands still with work left" {
    sleeps early 0x1 0x0
}

@test "a dispatcher that never sleeps, which only costs time" {
    sleeps awake 0x0 0x1
}

@test "a golden task unit that serves the contexts in another order" {
    differs unfair 'task unit, SM [0-9]' 'piece_valid' 'task.sas_unit.piece_valid_o[63:0]' '0x[0-9a-f]+' \
        '0x[0-9a-f]+' sas_unit sas4 hot3
}

@test "a golden issue-control unit that stands still, of control bits and of a counting scoreboard" {
    local unit
    for unit in 'bits control_bits' 'regs counting_scoreboard'; do
        differs lazy 'SM 0, scheduler 1' 'warps that may issue' "sm0_issue1.issue_${unit% *}.ok_o[15:0]" '0x[0-9a-f]+' \
            '0x[0-9a-f]+' "issue_${unit% *}" a6000 vadd --warp cggty --set sm.issue_by="${unit#* }"
    done
}
