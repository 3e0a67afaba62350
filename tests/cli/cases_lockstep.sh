# shellcheck shell=bash disable=SC2154
# Lockstep notices a golden model that is wrong (built with one: it skips a warp), says where, and leaves
# the waves of the last cycles.
wrong=$(realpath "$BUILD/ctadel-mutant")
(cd "$tmp/cwd" && "$wrong" run lcs mmul --size tiny --warp lrr --engine lockstep) >"$tmp/out" 2>&1
[ $? = 1 ] && grep -qE 'lockstep: cycle [0-9]+, SM [0-9]+, scheduler [01]: granted warp is .* in rtl' "$tmp/out"
verdict $? 'lockstep names cycle, SM, scheduler and both grants'
[ "$(fst2vcd "$tmp/cwd/lockstep.fst" 2>/dev/null | grep -c '^#')" -gt 200 ]
verdict $? 'lockstep leaves waves'
(cd "$tmp/cwd" && "$wrong" run lcs mmul --size tiny --warp gto --engine lockstep) >"$tmp/out" 2>&1
verdict $? 'the other policies are untouched'
rm -f "$tmp/cwd/lockstep.fst"

# A dispatcher that sleeps too early stands still with work left; one that never sleeps only costs time.
# Neither is what the golden model says.
for m in early:0x1:0x0 awake:0x0:0x1; do
    IFS=: read -r name rtl c <<<"$m"
    wrong=$(realpath "$BUILD/ctadel-$name")
    for o in "" "--limit lcs" "--place bcs --gate dyncore"; do
        # shellcheck disable=SC2086  # words
        (cd "$tmp/cwd" && "$wrong" run lcs mmul --size tiny $o --engine lockstep) >"$tmp/out" 2>&1
        [ $? = 1 ] && grep -q "lockstep: cycle [0-9]*, dispatcher: sleep is $rtl in rtl, $c in c" "$tmp/out"
        verdict $? "lockstep names sleep ($name): $o"
    done
done
rm -f "$tmp/cwd/lockstep.fst"

# A golden task unit that serves the contexts in another order.
wrong=$(realpath "$BUILD/ctadel-unfair")
(cd "$tmp/cwd" && "$wrong" run sas hot3 --size tiny --engine lockstep) >"$tmp/out" 2>&1
[ $? = 1 ] && grep -qE 'lockstep: cycle [0-9]+, task unit, SM [0-9]: piece_(valid|lower).* in rtl' "$tmp/out"
verdict $? 'lockstep names a difference of the task unit'
rm -f "$tmp/cwd/lockstep.fst"
