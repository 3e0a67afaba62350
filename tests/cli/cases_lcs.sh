# Lazy CTA scheduling through the whole program: fewer CTAs per SM, the same output, engines agree; a
# warp scheduler that is not greedy is noted, not refused.
for how in 0 1 2; do
    expect 0 'output +pass' run lcs mmul --size tiny --set sms=2 --limit lcs --set lcs.rounding=$how \
        --set lcs.scope=$((how & 1)) --engine lockstep
done
expect 0 'output +pass' run dyncta srad --size tiny --set sms=3 --limit lcs --place bcs --engine lockstep
expect 0 'output +pass' run smk hst --size tiny --set sms=2 --limit lcs --engine lockstep
expect 0 'note: lrr: --limit lcs .* greedy' run lcs mmul --size tiny --set sms=2 --limit lcs --warp gto,lrr
(cd "$tmp/cwd" && "$ctadel" run lcs mmul --size tiny --set sms=2 --limit tmax,lcs) >"$tmp/out" 2>&1
grep -qE 'note' "$tmp/out" && rc=1 || rc=0
awk '/^CTAs per SM/ { exit !($10 < $7 * 0.99) }' "$tmp/out" || rc=1
verdict $rc 'lcs under gto: no note, and fewer CTAs per SM than T_max on mmul'
refuse 'lcs.rounding, lcs.scope' run lcs mmul --size tiny --limit lcs --set lcs.round=1
