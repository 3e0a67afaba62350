#!/usr/bin/env bats
# DYNCTA [DYNCTA §4.1] through the whole program: N = 4, one SM, short windows. The paper's algorithm is replayed on
# the waves: n, which CTAs are paused, which resume, and that a paused CTA issues only when no other CTA can.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

short=(--limit dyncta --set dyncta.window_cycles=64 --set dyncta.t_idle_cycles=32 --set dyncta.t_mem_l_cycles=4
    --set dyncta.t_mem_h_cycles=12)

@test "list policies has dyncta, and its parameters are checked" {
    expect 0 'limit.* dyncta' list policies
    refuse 'dyncta.window_cycles' run lcs28 vadd --limit dyncta --set dyncta.window=64
    refuse 'dyncta.t_idle_cycles=N, N from 0 to 32' run lcs28 vadd --limit dyncta --set dyncta.t_idle_cycles=33
    refuse 'dyncta.t_idle_cycles=N, N from 0 to 32' run lcs28 vadd --limit dyncta --set dyncta.t_idle_cycles=-1
}

@test "every decision and every pause is the paper's, under each warp policy" {
    for w in $(warp_policies); do
        # shellcheck disable=SC2046  # options
        expect 0 'output +pass' run dyncta30 vadd --size tiny --set sms=1 --set icnt.cluster=1 "${short[@]}" \
            --set dyncta.release_cycles=65535 $(warp_options "$w") --waves w.fst --timeline t.json
        check "--warp $w: each event has a track of its own" timeline perfetto
        check "--warp $w: the timeline counts paused CTAs" \
            [ "$(grep -c '"paused CTAs".*"count": [1-9]' t.json)" -ge 4 ]
        fst2vcd w.fst -o w.vcd
        check "--warp $w: the replay of the algorithm agrees" awk -v n0=2 -v most=4 -v window=64 -v t_idle=32 \
            -v t_mem_l=4 -v t_mem_h=12 -v pauses=4 -v resumes=4 -f "$here/synth/vcd.awk" -f "$cli/dyncta.awk" w.vcd
    done
}

@test "RTL and golden model agree on every machine" {
    for machine in lcs28 smk15 gtx480; do
        expect 0 'output +pass' run $machine tran --size tiny --set sms=2 "${short[@]}" \
            --set dyncta.release_cycles=256 --warp lrr --engine lockstep
    done
}

@test "a kernel of many launches, and a window that ends with every report" {
    expect 0 'output +pass' run dyncta30 bfs --size tiny --set sms=3 "${short[@]}" --set dyncta.window_cycles=0 \
        --engine lockstep
}
