#!/usr/bin/env bats
# Gates through the whole program: the example of [CLASO §3.2], 17 CTAs on 4 SMs of 3 slots; which CTA ends when is
# written into the kernel, so that cores 3 and 0 are fast. Then gates together, and their parameters.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

case17() { # SMs expected of CTAs 12 to 16, OPTIONS
    local want=$1
    shift
    expect 0 '^cycles' run lcs28 "$cli/kernels/case17.yaml" --set sms=4 --set sm.cta_slots=3 --timeline t.json "$@"
    check "$*: the SMs of CTAs 12 to 16" \
        [ "$(jq -r -L "$cli" 'include "timeline"; ctas | map(select(.cta >= 12)) | sort_by(.cta) | map(.sm) | join(" ")' t.json)" = "$want" ]
}

@test "without a gate, late CTAs go to the SMs that finish first [CLASO, Figure 9]" {
    for engine in rtl c; do case17 '3 3 3 0 0' --engine $engine; done
}

@test "claso spreads the last CTAs over all SMs [CLASO, Figure 10]" {
    for engine in rtl c; do case17 '3 3 0 1 2' --engine $engine --gate claso; done
}

@test "claso.p_a=2 gives five global credits and two levels, claso.p_l=1 changes local credits alone" {
    case17 '3 3 0 0 1' --gate claso --set claso.p_a=2
    case17 '3 3 0 1 2' --gate claso --set claso.p_l=1
}

@test "windows of 64 cycles: SMs drain and return while a kernel runs, under one gate and under both" {
    for gates in dyncore claso claso,dyncore; do
        for run in 'dyncta30 bfs' 'claso14 mmul' 'gtx480 hst'; do
            # shellcheck disable=SC2086  # machine and workload
            expect 0 'output +pass' run $run --size tiny --gate $gates --engine lockstep \
                --set dyncore.window_cycles=64 --set dyncore.t_act_cycles=400 --set dyncore.sms=5
        done
    done
}

@test "gates beside blocks, a static limit and other parameters" {
    expect 0 'output +pass' run lcs28 conv --size tiny --gate claso --place bcs --engine lockstep
    expect 0 'output +pass' run lcs28 tran --size tiny --gate dyncore,claso --place bcs --ctas 3 --engine lockstep
    expect 0 'output +pass' run smk15 bp --size tiny --gate claso --set claso.p_a=3 --set claso.p_l=2 --engine lockstep
}

@test "wrong parameters and words of gates" {
    refuse 'claso.p_b.*p_a' run lcs28 vadd --size tiny --gate claso --set claso.p_b=1
    refuse 'clasp.*claso' run lcs28 vadd --size tiny --gate clasp
}
