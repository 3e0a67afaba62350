#!/usr/bin/env bats
# Tiles of CTAs through the whole program: a grid of 4 x 4 on 4 SMs of 4 CTAs, neighbours in a square on one SM; bands;
# a grid of one row in linear order; several kernels, limits and gates in lockstep.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

tile() { expect 0 'output +pass' run lcs28 "$@" --size tiny --place tile --set sms=4 --timeline t.json; }

@test "each SM has 2 x 2 neighbours" {
    for engine in rtl c; do
        tile tran --ctas 4 --engine $engine
        check "$engine: tiles of 2 x 2" timeline 'tiles(2; 2)'
    done
}

@test "tile.x=1, tile.y=4: each SM has a row" {
    tile tran --ctas 4 --set tile.x=1 --set tile.y=4
    check 'tiles of 4 x 1' timeline 'tiles(1; 4)'
}

@test "a grid of one row is dispatched in single CTAs" {
    tile vadd
    check 'single CTAs in turn' timeline 'in_turn(4; 8; 1)'
}

@test "RTL and golden model agree on every machine, with a limit, a gate, two kernels" {
    for machine in lcs28 smk15 gtx480; do
        expect 0 'output +pass' run $machine tran --size tiny --place tile --engine lockstep
    done
    expect 0 'output +pass' run lcs28 conv --size tiny --place tile --set sms=5 --set tile.x=3 --set tile.y=5 \
        --limit dyncta --gate claso --engine lockstep
    expect 0 'output +pass' run smk15 bp+hot --size tiny --place tile --set sms=3 --limit lcs --engine lockstep
}

@test "a tile that is too wide is refused" {
    refuse 'tile\.x.*256.*255' run lcs28 mmul --place tile --set tile.x=256
}
