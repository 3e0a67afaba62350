#!/bin/bash
# Runs a kernel with the netlist of the dispatcher in the loop, compared with the golden C in every cycle,
# under policies of each stage. Cycles must equal those of the run on RTL. dyncore drains one built SM per
# cycle, which would differ, so its threshold keeps it from draining.
set -u
BUILD=${BUILD:-build}
passed=0 failed=0
for options in "" "--place bcs --warp sca" "--limit lcs" "--limit dyncta" "--limit static --ctas 1" \
    "--gate claso" "--limit dyncta --gate claso,dyncore --set dyncore.t_act_cycles=0"; do
    # shellcheck disable=SC2086  # options
    for program in ctadel ctadel-gates; do
        "$BUILD/$program" run lcs28 mmul --size tiny --set sms=2 --set sm.cta_slots=2 --engine lockstep \
            $options >"$BUILD/gates.$program" 2>&1 || echo "exit $?" >>"$BUILD/gates.$program"
    done
    if cmp -s "$BUILD/gates.ctadel" "$BUILD/gates.ctadel-gates" && grep -q '^output *pass' "$BUILD/gates.ctadel"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $options: netlist (>) against RTL (<)"
        diff "$BUILD/gates.ctadel" "$BUILD/gates.ctadel-gates" | head -n 6
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
