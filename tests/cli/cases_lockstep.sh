# shellcheck shell=bash disable=SC2154
# Lockstep notices a golden model that is wrong: it says where, which signal and both values instead of a table, and
# leaves the waves of the last cycles with a save file in which that signal is the first.

# lockstep_differs PROGRAM UNIT SIGNAL WAVE RTL C SAVE arguments...: regexes; WAVE and SAVE are literal
lockstep_differs() {
    local program=$1 unit=$2 signal=$3 wave=$4 rtl=$5 c=$6 save=$7 wrong line
    shift 7
    wrong=$(realpath "$BUILD/ctadel-$program")
    rm -f "$tmp/cwd"/lockstep.*
    (cd "$tmp/cwd" && "$wrong" run "$@" --size tiny --engine lockstep) >"$tmp/out" 2>&1
    [ $? = 1 ]
    verdict $? "$program: lockstep: exit code 1: $*"
    for line in 'cycle   [0-9]+' "unit    $unit" "signal  $signal \\(.*\\)" "rtl     $rtl" "c       $c" \
        'view: gtkwave lockstep\.fst lockstep\.gtkw' "save file: .* waves/$save\\.gtkw" \
        "ctadel: .*lockstep: cycle [0-9]+, $unit: $signal is $rtl in rtl, $c in c.*"; do
        grep -qxE "$line" "$tmp/out"
        verdict $? "$program: lockstep prints '$line': $*"
    done
    ! grep -q '^cycles' "$tmp/out"
    verdict $? "$program: no table of a run that stopped: $*"
    [ "$(fst2vcd "$tmp/cwd/lockstep.fst" 2>/dev/null | grep -c '^#')" -gt 200 ]
    verdict $? "$program: lockstep leaves waves: $*"
    save_signals "$tmp/cwd/lockstep.gtkw" >"$tmp/listed"
    wave_signals "$tmp/cwd/lockstep.fst" | comm -23 "$tmp/listed" - >"$tmp/out"
    [ "$(grep -cxF -- "$wave" "$tmp/listed")" = 1 ] && [ "$(wc -l <"$tmp/listed")" -gt 10 ] && [ ! -s "$tmp/out" ]
    verdict $? "$program: lockstep.gtkw lists $wave, and only signals of the wave: $*"
}

# A golden arbiter that skips a warp.
lockstep_differs mutant 'SM 0, scheduler 1' 'granted warp' 'sm0_arb1.arb_top.gnt_o[63:0]' '0x[0-9a-f]+' '0x[0-9a-f]+' \
    arb_lrr lcs mmul --warp lrr
wrong=$(realpath "$BUILD/ctadel-mutant")
(cd "$tmp/cwd" && "$wrong" run lcs mmul --size tiny --warp gto --engine lockstep) >"$tmp/out" 2>&1
verdict $? 'the other policies are untouched'

# A dispatcher that sleeps too early stands still with work left; one that never sleeps only costs time.
# Neither is what the golden model says.
for m in early:0x1:0x0 awake:0x0:0x1; do
    IFS=: read -r name rtl c <<<"$m"
    for o in "" "--limit lcs" "--place bcs --gate dyncore"; do
        # shellcheck disable=SC2086  # words
        lockstep_differs "$name" dispatcher sleep disp.disp_top.sleep_o "$rtl" "$c" disp_top lcs mmul $o
    done
done

# A golden task unit that serves the contexts in another order.
lockstep_differs unfair 'task unit, SM [0-9]' 'piece_valid' 'task.sas_unit.piece_valid_o[63:0]' '0x[0-9a-f]+' \
    '0x[0-9a-f]+' sas_unit sas hot3
rm -f "$tmp/cwd"/lockstep.*
