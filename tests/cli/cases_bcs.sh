# shellcheck shell=bash disable=SC2154
# Blocks of CTAs (000 Fig. 9) through the whole program: pairs of a 2-D kernel on 4 SMs, single CTAs of
# a 1-D kernel, the size of a block.
for engine in rtl c; do
    expect 0 'output +pass' run lcs conv --size tiny --place bcs --set sms=4 --engine $engine --timeline bcs.json
    awk -v sms=4 -v first=8 -v block=2 -f "$here/tests/cli/field.awk" -f "$here/tests/cli/timeline.awk" "$tmp/cwd/bcs.json" >"$tmp/out"
    verdict $? "bcs, $engine: CTAs 0 and 1 on SM 0, 2 and 3 on SM 1, ..."
done
expect 0 'output +pass' run lcs conv --size tiny --place bcs --set sms=4 --set bcs.block=3 --timeline bcs.json
awk -v sms=4 -v first=12 -v block=3 -f "$here/tests/cli/field.awk" -f "$here/tests/cli/timeline.awk" "$tmp/cwd/bcs.json" >"$tmp/out"
verdict $? 'bcs.block=3: CTAs 0, 1, 2 on SM 0, 3, 4, 5 on SM 1, ...'
expect 0 'output +pass' run lcs vadd --size tiny --place bcs --set sms=4 --timeline bcs.json
awk -v sms=4 -v first=8 -f "$here/tests/cli/field.awk" -f "$here/tests/cli/timeline.awk" "$tmp/cwd/bcs.json" >"$tmp/out"
verdict $? 'bcs and a 1-D kernel: single CTAs in turn'
for engine in rtl c; do
    expect 0 'output +pass' run lcs conv+tran --size tiny --place bcs --set sms=4 --engine $engine --timeline bcs.json
    awk -f "$here/tests/cli/field.awk" -f "$here/tests/cli/pairs.awk" "$tmp/cwd/bcs.json" >"$tmp/out"
    verdict $? "bcs, $engine, two kernels: both CTAs of a block on one SM, none between them"
done
for place in mixed spatial; do # SMs that are offered to kernels of their own
    for engine in rtl c; do
        expect 0 'output +pass' run lcs conv+tran --size tiny --place $place --set $place.block=2 --set sms=4 \
            --engine $engine --timeline bcs.json
        awk -f "$here/tests/cli/field.awk" -f "$here/tests/cli/pairs.awk" "$tmp/cwd/bcs.json" >"$tmp/out"
        verdict $? "$place.block=2, $engine, two kernels: both CTAs of a block on one SM, none between them"
    done
done
for machine in lcs smk gtx480; do
    expect 0 'output +pass' run $machine tran --size tiny --place bcs --engine lockstep
done
for machine in lcs smk; do
    expect 0 'output +pass' run $machine tran --size tiny --place bcs --limit lcs --warp sca --engine lockstep
done
rm -f "$tmp/cwd/bcs.json"
refuse '^ctadel: --warp sca .*--place rr makes no blocks; use --place bcs, or --warp gto$' \
    run lcs conv --size tiny --warp sca
refuse '^ctadel: --warp sca .*--place mixed makes no blocks; use --set mixed.block=2, --place bcs, or --warp gto$' \
    run lcs conv --size tiny --warp sca --place mixed
