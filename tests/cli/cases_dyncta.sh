# shellcheck shell=bash disable=SC2154
# DYNCTA (001 §4.1) through the whole program: N = 4, one SM, short windows. The paper's algorithm is
# replayed on the waves: n, who is paused, who resumes, and that paused CTAs issue only when no other can.
expect 0 'limit.* dyncta' list policies
refuse 'dyncta.window_cycles' run lcs vadd --limit dyncta --set dyncta.window=64
refuse 'dyncta.t_idle_cycles=N, N from 0 to 32' run lcs vadd --limit dyncta --set dyncta.t_idle_cycles=33
refuse 'dyncta.t_idle_cycles=N, N from 0 to 32' run lcs vadd --limit dyncta --set dyncta.t_idle_cycles=-1
short="--limit dyncta --set dyncta.window_cycles=64 --set dyncta.t_idle_cycles=32
    --set dyncta.t_mem_l_cycles=4 --set dyncta.t_mem_h_cycles=12"
for w in $(for f in rtl/arb/arb_*.v; do basename "$f" .v; done | sed 's/^arb_//' | grep -vxE 'top|ctx|sm'); do
    case $w in sca) how="--warp sca --place bcs" ;; *) how="--warp $w" ;; esac
    # shellcheck disable=SC2086  # options
    expect 0 'output +pass' run dyncta vadd --size tiny --set sms=1 --set icnt.cluster=1 $short \
        --set dyncta.release_cycles=65535 $how --waves w.fst --timeline t.json
    [ "$(grep -c '"paused CTAs".*"CTAs": [1-9]' "$tmp/cwd/t.json")" -ge 4 ]
    verdict $? "dyncta, --warp $w: the timeline counts paused CTAs"
    fst2vcd "$tmp/cwd/w.fst" 2>/dev/null | awk -v n0=2 -v most=4 -v window=64 -v t_idle=32 -v t_mem_l=4 \
        -v t_mem_h=12 -v pauses=4 -v resumes=4 -f tests/cli/dyncta.awk >"$tmp/out"
    verdict $? "dyncta, --warp $w: every decision and every pause is the paper's"
    rm -f "$tmp/cwd/w.fst" "$tmp/cwd/t.json"
done
for machine in lcs smk gtx480; do
    # shellcheck disable=SC2086
    expect 0 'output +pass' run $machine tran --size tiny --set sms=2 $short \
        --set dyncta.release_cycles=256 --warp lrr --engine lockstep
done
# shellcheck disable=SC2086  # a kernel of many launches; a window that ends with every report
expect 0 'output +pass' run dyncta bfs --size tiny --set sms=3 $short --set dyncta.window_cycles=0 --engine lockstep
