#!/usr/bin/env bats
# What policies decide, in --stats: the papers' examples by their numbers, and the same numbers under every engine.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# Statistics of RTL, golden model and both are the same, and one of them is there.
same() { # STATISTIC, arguments of ctadel run
    local engine name=$1
    shift
    for engine in rtl c lockstep; do
        expect 0 'cycles' run "$@" --size tiny --engine $engine --stats-csv $engine.csv
    done
    check "$*: has $name" grep -q "^$name," rtl.csv
    check "$*: the same from rtl and c" cmp rtl.csv c.csv
    check "$*: the same from rtl and lockstep" cmp rtl.csv lockstep.csv
}

@test "every policy's decisions are the same from RTL and golden model" {
    same kernel0.lcs_1.ratio lcs mmul --set sms=2 --limit lcs
    same kernel3.lcs.tnew_mean lcs bfs --limit lcs --set lcs.scope=1
    same sm3.blocks.wait_cycles lcs conv --set sms=4 --place bcs --limit lcs
    same sm2.dyncta.n_mean dyncta srad --set sms=3 --limit dyncta --place bcs --gate dyncore,claso \
        --set dyncta.window_cycles=64 --set dyncore.window_cycles=128 --set dyncore.t_act_cycles=200
    same kernel0.smk.puhp smk bp+srad --set sms=1 --place mixed --limit smk
}

@test "lcs: 4 : 3 : 3 : 0 is about 2.5 before rounding" {
    expect 0 '^cycles' run lcs "$cli/kernels/ratio.yaml" --set sms=1 --set sm.cta_slots=4 --limit lcs --stats s.json
    check "2.3 < ratio < 2.7, T_new 2" jq -e '.kernel0.lcs_0 | .ratio > 2.3 and .ratio < 2.7 and .tnew == 2' s.json
}

# [CLASO, Figure 10]: of 17 CTAs 12 are resident; the 9 completions before the last CTA is issued ask for 5.
@test "claso: core 3 has no local credit left, the others no global one" {
    expect 0 '^cycles' run lcs "$cli/kernels/case17.yaml" --set sms=4 --set sm.cta_slots=3 --gate claso --stats s.json
    check "requests = CTAs issued later + refusals" jq -e '.kernel0.claso | .requests ==
        17 - 12 + .refused_local + .refused_global and .refused_local >= 1 and .refused_global >= 1' s.json
}

@test "without a policy that decides there are no such statistics" {
    expect 0 '^cycles' run lcs vadd --size tiny --stats s.json
    check "none" jq -e '.kernel0 | has("lcs") or has("claso") | not' s.json
}
