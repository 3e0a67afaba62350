#!/usr/bin/env bats
# Blocks of CTAs ([LCS, Figure 9]) through the whole program: pairs of a 2-D kernel on 4 SMs, single CTAs of a 1-D
# kernel, the size of a block.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

bcs() { expect 0 'output +pass' run lcs28 "$@" --size tiny --set sms=4 --timeline t.json; }

@test "CTAs 0 and 1 go to SM 0, 2 and 3 to SM 1, and so on" {
    for engine in rtl c; do
        bcs conv --place bcs --engine $engine
        check "$engine: blocks of two in turn" timeline "in_turn(4; 8; 2)"
    done
}

@test "bcs.block=3: CTAs 0, 1 and 2 go to SM 0, 3, 4 and 5 to SM 1" {
    bcs conv --place bcs --set bcs.block=3
    check "blocks of three in turn" timeline "in_turn(4; 12; 3)"
}

@test "a 1-D kernel is dispatched in single CTAs" {
    bcs vadd --place bcs
    check "single CTAs in turn" timeline "in_turn(4; 8; 1)"
}

@test "two kernels: both CTAs of a block are on one SM, and no other CTA goes to it between them" {
    for engine in rtl c; do
        bcs conv+tran --place bcs --engine $engine
        check "bcs, $engine: blocks are whole" timeline whole_pairs
        for place in mixed_bcs spatial; do # SMs that are offered to kernels of their own
            bcs conv+tran --place $place --set $place.block=2 --engine $engine
            check "$place.block=2, $engine: blocks are whole" timeline whole_pairs
        done
    done
}

@test "RTL and golden model agree on every machine, alone and with lcs and sca" {
    for machine in lcs28 smk15 gtx480; do
        expect 0 'output +pass' run $machine tran --size tiny --place bcs --engine lockstep
    done
    for machine in lcs28 smk15; do
        expect 0 'output +pass' run $machine tran --size tiny --place bcs --limit lcs --warp sca --engine lockstep
    done
}

@test "--warp sca without blocks is refused, with what makes blocks" {
    refuse '^ctadel: --warp sca .*--place rr forms no blocks; use --place bcs, or --warp gto$' \
        run lcs28 conv --size tiny --warp sca
    refuse '^ctadel: --warp sca .*--place spatial forms no blocks; use --set spatial.block=2, --place bcs, or --warp gto$' \
        run lcs28 conv --size tiny --warp sca --place spatial
}
