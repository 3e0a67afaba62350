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
    expect 0 '^cycles' run lcs28 "$cli/kernels/ratio.yaml" --set sms=1 --set sm.cta_slots=4 --limit lcs --stats s.json
    check "2.3 < ratio < 2.7, T_new 2" jq -e '.kernel0.lcs_0 | .ratio > 2.3 and .ratio < 2.7 and .tnew == 2' s.json
}

# [CLASO, Figure 10]: of 17 CTAs 12 are resident; the 9 completions before the last CTA is issued ask for 5.
@test "claso: core 3 has no local credit left, the others no global one" {
    expect 0 '^cycles' run lcs28 "$cli/kernels/case17.yaml" --set sms=4 --set sm.cta_slots=3 --gate claso --stats s.json
    check "requests = CTAs issued later + refusals" jq -e '.kernel0.claso | .requests ==
        17 - 12 + .refused_local + .refused_global and .refused_local >= 1 and .refused_global >= 1' s.json
}

@test "without a policy that decides there are no such statistics" {
    expect 0 '^cycles' run lcs28 vadd --size tiny --stats s.json
    check "none" jq -e '.kernel0 | has("lcs") or has("claso") | not' s.json
}

# Accel-Sim, gtx480, gto, instrumented to print the warp instructions of all resident CTAs over those of the one with most,
# at an SM's first completion; the mean over the SMs.
@test "T_new before rounding is Accel-Sim's to 4 % on gtx480" {
    local w theirs
    while read -r w theirs; do
        expect 0 '^cycles' run gtx480 "$w" --size small --warp gto --limit lcs --engine c --stats "$w.json"
        check "$w: $theirs, ours $(jq .kernel0.lcs.ratio_mean "$w.json")" \
            jq -e --argjson t "$theirs" '.kernel0.lcs | .decided == 15 and (.ratio_mean / $t - 1 | fabs) < 0.04' "$w.json"
    done <<'END'
vadd 5.65
madd 5.84
blk 8.00
lps 7.32
stn 6.53
srad 5.00
mmul 4.12
cp 6.39
conv 3.99
tran 5.90
END
}
