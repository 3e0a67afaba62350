#!/usr/bin/env bats
# Clusters of CTAs through the whole program: where they go, in which order, what is refused.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

network=(--set sm_network.bits=88 --set sm_network.latency_cycles=75)
sms() { # how many: SMs of the first CTAs of t.json, in the order of their start
    jq -c "[.traceEvents[] | select(.cat == \"cta\")] | sort_by(.ts, .args.lid) | map(.args.sm) | .[0:$1]" t.json
}

@test "clusters in lockstep: machines of each kind, even and uneven GPCs, limits" {
    local options
    while read -r options; do
        # shellcheck disable=SC2086  # options
        expect 0 'output  *pass$' run $options mmc --size tiny --place gpcs --engine lockstep "${network[@]}"
    done <<'END'
lcs28
lcs28 --set sms=8 --set gpc_sms=4+4
lcs28 --set sms=8 --set gpc_sms=5+3 --warp lrr
lcs28 --set sms=9 --set gpc_sms=4+1+4 --limit lcs
gtx480 --set gpc_sms=7+8 --limit dyncta
qv100 --set gpc_sms=16+16+18+18+12
a6000 --set sms=14 --set gpc_sms=7+7 --set sm.cta_slots=16 --check-hazards
smk132 --set gpc_sms=18+18+16+16+16+16+16+8+4+2+2 --ctas 1
END
}

@test "a warp that waits for its cluster takes no issue slots, with control bits, too" {
    local by near far
    insts() { # latency of the network
        ctadel run a6000 mmc --size tiny --engine c --place gpcs --set sms=14 --set gpc_sms=7+7 --set sm.issue_by=$by \
            --set sm_network.bits=256 --set sm_network.latency_cycles=$1 | awk '/^warp instructions/ { print $3 }'
    }
    for by in scoreboard control_bits; do
        near=$(insts 20) far=$(insts 1000)
        check "$by: $near warp instructions near, $far far" [ $((100 * far)) -le $((101 * near)) ]
    done
}

@test "kernels without clusters in lockstep: every CTA is a cluster" {
    local options
    while read -r options; do
        # shellcheck disable=SC2086  # options
        expect 0 'output  *pass$' run $options --size tiny --place gpcs --engine lockstep
    done <<'END'
lcs28 mmul --set gpc_sms=16+12
lcs28 bp+srad --priority 0+7 --set sms=5 --set gpc_sms=3+2
smk15 bp+srad --set gpc_sms=8+4+2+1 --limit smk
lcs28 mmul --set gpcs.count=0 --set gpcs.first=15
END
}

@test "a GPC takes a cluster of four in turn, if four of its SMs have a place" {
    expect 0 'output  *pass$' run lcs28 mmc --size small --set sms=11 --set gpc_sms=5+2+4 "${network[@]}" --place gpcs --ctas 2 --timeline t.json
    check 'first SMs' [ "$(sms 16)" = '[7,8,9,10,0,1,2,3,7,8,9,10,4,0,1,2]' ]
    check 'SMs of a GPC that is too small stay empty' [ "$(jq '[.traceEvents[] | select(.cat == "cta" and (.args.sm == 5 or .args.sm == 6))] | length' t.json)" = 0 ]
}

@test "the network's latency and width cost cycles" {
    local fast
    expect 0 'output  *pass$' run lcs28 mmc --size tiny --place gpcs --engine c --set sm_network.bits=1024 --set sm_network.latency_cycles=1
    fast=$(awk '$1 == "cycles" { print $2; exit }' "$tmp/out")
    expect 0 'output  *pass$' run lcs28 mmc --size tiny --place gpcs --engine c --set sm_network.bits=32 --set sm_network.latency_cycles=200
    check "slow network: more than $fast cycles" [ "$(awk '$1 == "cycles" { print $2; exit }' "$tmp/out")" -gt $((fast * 5 / 4)) ]
}

@test "what cannot be placed is refused at the launch" {
    refuse "kernel 'mmc' has clusters of 4 CTAs, and --place rr places single CTAs; remedy: --place gpcs" run lcs28 mmc --size tiny "${network[@]}"
    refuse "kernel 'mmc': --place gpcs chooses SMs for several CTAs ahead, and a gate allows one CTA at a time; allowed: --gate none" run lcs28 mmc --size tiny --place gpcs --gate claso "${network[@]}"
    refuse "kernel 'mmc' has clusters of 4 CTAs.*up to 3, the SMs of the largest GPC \(gpc_sms\)" run lcs28 mmc --size tiny --place gpcs --set sms=5 --set gpc_sms=2+3 "${network[@]}"
    refuse "mmc.ptx:[0-9]*: CTA .* accesses the shared memory of a CTA on SM .* has no network between SMs.*" run lcs28 mmc --size tiny --place gpcs
    refuse 'gpcs\.count.*17.*16' run lcs28 vadd --place gpcs --set gpcs.count=17
    refuse '.*--place gpcs.*' run lcs28 mmul+vadd --place gpcs --partition 0-13+14-27
}
