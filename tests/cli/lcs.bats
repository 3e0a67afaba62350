#!/usr/bin/env bats
# Lazy CTA scheduling through the whole program: fewer CTAs per SM, the same output, engines agree; a warp policy that
# is not greedy is noted, not refused.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "RTL and golden model agree under every rounding and scope" {
    for how in 0 1 2; do
        expect 0 'output +pass' run lcs28 mmul --size tiny --set sms=2 --limit lcs --set lcs.rounding=$how \
            --set lcs.scope=$((how & 1)) --engine lockstep
    done
    expect 0 'output +pass' run dyncta30 srad --size tiny --set sms=3 --limit lcs --place bcs --engine lockstep
    expect 0 'output +pass' run smk15 hst --size tiny --set sms=2 --limit lcs --engine lockstep
}

@test "a warp policy that is not greedy is noted, gto is not" {
    expect 0 'note: lrr: --limit lcs .* greedy' run lcs28 mmul --size tiny --set sms=2 --limit lcs --warp gto,lrr
    expect 0 '^CTAs per SM' run lcs28 mmul --size tiny --set sms=2 --limit tmax,lcs
    check 'gto: no note' not grep -q note "$tmp/out"
    check 'fewer CTAs per SM than T_max on mmul' awk '/^CTAs per SM/ { exit !($10 < $7 * 0.99) }' "$tmp/out"
}

@test "an unknown parameter names those of lcs" {
    refuse 'lcs.rounding, lcs.scope' run lcs28 mmul --size tiny --limit lcs --set lcs.round=1
}

# [LCS §4.1]: four CTAs on an SM, and when the first ends they have issued in the ratio 4 : 3 : 3 : 0.
ratio() { # CTAs expected, OPTIONS: most on the SM when one of those behind the first four starts
    local want=$1
    shift
    expect 0 '^cycles' run lcs28 "$cli/kernels/ratio.yaml" --set sms=1 --set sm.cta_slots=4 --timeline t.json "$@"
    check "4 : 3 : 3 : 0, $*: CTAs on the SM" [ "$(jq -L "$cli" '
        include "timeline"; ctas | . as $ctas | map(select(.cta >= 4).start as $t | [$ctas[] | select(.start <= $t and $t < .end)] | length)
        | max' t.json)" = "$want" ]
}

@test "without a limit four CTAs stay on the SM" {
    ratio 4
}

@test "lcs computes 2.5 CTAs: down by default, up with lcs.rounding=1, to the nearest with 2" {
    for engine in rtl c; do
        ratio 2 --limit lcs --engine $engine
        ratio 3 --limit lcs --set lcs.rounding=1 --engine $engine
        ratio 3 --limit lcs --set lcs.rounding=2 --engine $engine
    done
}
