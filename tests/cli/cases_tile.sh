# shellcheck shell=bash disable=SC2154
# Tiles of CTAs through the whole program: a grid of 4 x 4 on 4 SMs of 4 CTAs, neighbours in a square on one SM; bands;
# a grid of one row in linear order; several kernels, limits and gates in lockstep.
tiles() { # name, columns, rows
    awk -v columns="$2" -v rows="$3" -f "$here/tests/cli/field.awk" -f "$here/tests/cli/tiles.awk" \
        "$tmp/cwd/tile.json" >"$tmp/out"
    verdict $? "$1"
}
for engine in rtl c; do
    expect 0 'output +pass' run lcs tran --size tiny --place tile --set sms=4 --ctas 4 --engine $engine --timeline tile.json
    tiles "tile, $engine: each SM has 2 x 2 neighbours" 2 2
done
expect 0 'output +pass' run lcs tran --size tiny --place tile --set sms=4 --ctas 4 --set tile.x=1 --set tile.y=4 \
    --timeline tile.json
tiles 'tile.x=1, tile.y=4: each SM has a row' 1 4
expect 0 'output +pass' run lcs vadd --size tiny --place tile --set sms=4 --timeline tile.json
awk -v sms=4 -v first=8 -f "$here/tests/cli/field.awk" -f "$here/tests/cli/timeline.awk" "$tmp/cwd/tile.json" >"$tmp/out"
verdict $? 'tile and a grid of one row: single CTAs in turn'
for machine in lcs smk gtx480; do
    expect 0 'output +pass' run $machine tran --size tiny --place tile --engine lockstep
done
expect 0 'output +pass' run lcs conv --size tiny --place tile --set sms=5 --set tile.x=3 --set tile.y=5 \
    --limit dyncta --gate claso --engine lockstep
expect 0 'output +pass' run smk bp+hot --size tiny --place tile --set sms=3 --limit lcs --engine lockstep
rm -f "$tmp/cwd/tile.json"
refuse 'tile\.x.*256.*255' run lcs mmul --place tile --set tile.x=256
