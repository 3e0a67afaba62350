#!/usr/bin/env bats
# Mixes of workloads: each in memory and on streams of its own, its output checked; figures against what each takes by
# itself.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

mix() { expect 0 'output  *pass$' run "$@" --size tiny --stats m.json; } # statistics to m.json, the table to $tmp/out
alone() { # MACHINE WORKLOAD ROW OPTIONS: that row of the table of a run by itself, under the baseline
    ctadel run "$1" "$2" --size tiny --engine c "${@:4}" 2>&1 |
        awk -v row="$3" 'index($0, row) == 1 { print $NF }'
}
row() { awk -v w="$1" -v c="$2" '$1 == w && NF >= 10 { print $c }' "$tmp/out"; } # of the table of workloads
stat() { jq "$1" m.json; }

# follows MACHINE MIX: one run in lockstep, its table, its statistics and the same workloads alone
follows() {
    local machine=$1 names w i=0
    mix "$machine" "$2" --warp lrr --engine lockstep
    check "$2: every law holds" not grep -q 'law_.*false' m.json
    IFS=+ read -ra names <<<"$2"
    for w in "${names[@]}"; do
        check "$w alone takes what it takes under the baseline, gto" [ "$(row "$w" 2)" = "$(alone "$machine" "$w" cycles)" ]
        check "$w executes the instructions it executes alone" \
            [ "$(row "$w" 5)" = "$(alone "$machine" "$w" 'warp instructions')" ]
        check "$w: cycles in the statistics and in the table" [ "$(stat ".mix.w$i.cycles")" = "$(row "$w" 3)" ]
        check "$w: cycles alone in the statistics and in the table" \
            [ "$(stat ".mix.w$i.alone_cycles")" = "$(row "$w" 2)" ]
        check "$w: cycles in the mix" [ "$(row "$w" 3)" -gt 0 ]
        i=$((i + 1))
    done
    check "$2: throughput, turnaround, fairness and phases follow from the rows" awk -f "$cli/mix_table.awk" "$tmp/out"
}

@test "--priority: a short kernel launched behind a long one ends sooner; equal priorities change nothing" {
    local plain raised
    refuse "--priority: found '0.8'; allowed: a number from 0 to 7 for each workload of a mix, as in 0.7" run lcs28 mmul+vadd --priority 0+8
    refuse "--priority: found '7.'; allowed: .*" run lcs28 mmul+vadd --priority 7+
    refuse "--priority: found 'high'; allowed: .*" run lcs28 mmul+vadd --priority high
    refuse '--priority: found 3 for 2 workloads; allowed: one for each, joined by .' run lcs28 mmul+vadd --priority 1+2+3
    refuse '--priority: found 1 for 0 workloads; .*' run lcs28 --trace "$here/README.md" --priority 1
    refuse '--priority goes with a place policy that serves kernels by rank, as rr; with --place mixed .*' \
        run lcs28 mmul+vadd --priority 0+1 --place mixed
    refuse '.*go in launch order' run lcs28 mmul+vadd --priority 0+1 --place tile
    expect 0 'output  *pass$' run lcs28 mmul@small+vadd@tiny --engine c
    plain=$(row vadd 3)
    expect 0 'output  *pass$' run lcs28 mmul@small+vadd@tiny --engine c --priority 5+5
    check 'equal priorities' [ "$(row vadd 3)" = "$plain" ]
    expect 0 'output  *pass$' run lcs28 mmul@small+vadd@tiny --engine c --priority 0+7
    raised=$(row vadd 3)
    check "vadd behind mmul: $plain cycles, with a higher priority $raised" [ "$((4 * raised))" -lt "$plain" ]
}

@test "--priority in lockstep, while a long kernel is dispatched; under bcs its blocks stay whole" {
    local place
    for place in rr room bcs; do
        expect 0 'output  *pass$' run lcs28 mmul@small+vadd@tiny --engine lockstep --priority 0+7 --place "$place"
        check "$place: vadd runs beside mmul" [ "$((2 * $(row vadd 3)))" -lt "$(row mmul 3)" ]
    done
}

@test "--priority in lockstep under every place policy that serves kernels in order, with limits, gates and a pool" {
    local options
    while read -r options; do
        # shellcheck disable=SC2086  # options
        mix lcs28 mmul+vadd+bp --priority 0+7+3 --engine lockstep $options
    done <<'END'
--set pool.live=1
--place bcs --set pool.live=2
--place room --set room.score=0
--limit lcs --gate claso
--limit dyncta
--limit smk
--limit smc
--gate dyncore --set sms=2
END
}

@test "a mix of two on lcs28: figures follow from its workloads alone and together" {
    follows lcs28 vadd+hot
}

@test "a mix of three on smk15: figures follow from its workloads alone and together" {
    follows smk15 bp+hot+fdtd
}

@test "a mix of five on gtx480: the same, and the table holds four kernels at once" {
    follows gtx480 vadd+hot+bp+srad+fwt
    check 'kernels at once' [ "$(stat .gpu.kernels_max)" = 4 ]
}

@test "the engines agree in every statistic of a mix" {
    mix lcs28 vadd+hot --engine c --limit dyncta
    mv m.json c.json
    for e in rtl lockstep; do
        mix lcs28 vadd+hot --engine $e --limit dyncta
        check "--engine $e gives the statistics of --engine c" cmp m.json c.json
    done
    check 'the limit of the mix is none of a workload alone' [ "$(row vadd 2)" = "$(alone lcs28 vadd cycles)" ]
}

@test "a workload alone runs on the machine of the mix" {
    mix lcs28 vadd+hot --engine c --set sms=4
    check 'cycles alone' [ "$(row vadd 2)" = "$(alone lcs28 vadd cycles --set sms=4)" ]
}

# The host launches the second workload while the first starts, which moves the first CTAs by a few cycles, and with
# them the order of DRAM accesses.
@test "pool.live=1: the second workload starts when the first has ended, which takes 3 % more or less than alone" {
    mix lcs28 vadd+hot --engine lockstep --set pool.live=1
    check 'kernels at once' [ "$(stat .gpu.kernels_max)" = 1 ]
    check 'the second after the first' [ "$(stat .kernel1.first_cycle)" -gt "$(stat .kernel0.last_cycle)" ]
    check 'cycles as alone' awk -v here="$(stat .mix.w0.cycles)" -v alone="$(row vadd 2)" \
        'BEGIN { d = here - alone; exit !(d * d <= alone * alone / 1000) }'
}

@test "pool.live=2: the third takes the place of the first that ends, beside the other" {
    mix lcs28 vadd+hot+bp --engine lockstep --set pool.live=2
    local one two third
    one=$(stat .kernel0.last_cycle) two=$(stat .kernel1.last_cycle) third=$(stat .kernel2.first_cycle)
    check 'kernels at once' [ "$(stat .gpu.kernels_max)" = 2 ]
    check 'the third is launched at once' [ "$(stat .kernel2.launch_cycle)" = 0 ]
    check 'the third starts after one has ended' [ "$third" -gt "$((one < two ? one : two))" ]
    check 'the third starts before both have ended' [ "$third" -lt "$((one < two ? two : one))" ]
}

@test "--limit smc runs two at once by itself, and what --set pool.live says" {
    mix lcs28 vadd+hot+bp --engine lockstep --place mixed --limit smc --set smc.window_cycles=400
    check 'kernels at once' [ "$(stat .gpu.kernels_max)" = 2 ]
    mix lcs28 vadd+hot+bp --engine c --place mixed --limit smc --set pool.live=1
    check 'kernels at once, pool.live=1' [ "$(stat .gpu.kernels_max)" = 1 ]
}

@test "--limit smc of a kernel alone is as tmax, and says so" {
    expect 0 'ctadel: note: .*no two kernels ran at once, so --limit smc was as tmax' run lcs28 vadd --size tiny --engine c --limit smc
    check 'the cycles of tmax' [ "$(alone lcs28 vadd cycles --limit smc)" = "$(alone lcs28 vadd cycles)" ]
}

@test "bp+bp: both are there and right, and the timeline names workload and kernel" {
    mix lcs28 bp+bp --engine lockstep --timeline t.json
    check 'each event has a track of its own' timeline bars
    check 'both execute the same' [ "$(row bp 5)" = "$(row bp.2 5)" ]
    check 'both take the same alone' [ "$(row bp 2)" = "$(row bp.2 2)" ]
    check 'the second has a verdict' [ "$(row bp.2 13)" = pass ]
    check 'a CTA of the first' grep -q '"name": "bp:layer_forward 0", "cname": "[a-z_]*", "pid": 1000,' t.json
    check 'a CTA of the second' grep -q '"cat": "cta", "name": "bp.2:adjust_weights' t.json
    check 'a kernel of the second' grep -q '"cat": "kernel", "name": "bp.2:layer_forward"' t.json
}

# The kernel `where` stores bits 24 and up of its buffer's address: alone, and as the first of a mix, 0x100.
where() {
    cp "$cli"/kernels/where.* .
    printf '\x93NUMPY\x01\x00\x76\x00%-117s\n\x00\x01\x00\x00' \
        "{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }" >where.npy
}

@test "each workload of a mix has memory and a verdict of its own" {
    where
    expect 0 'output  *pass$' run lcs28 ./where.yaml --engine c
    expect 0 'where .* pass$' run lcs28 ./where.yaml+vadd --size tiny --engine c
    expect 1 "where.yaml:11: buffer 'out', index 0: found 257, expected 256" run lcs28 vadd+./where.yaml --size tiny --engine c
    check 'where fails' grep -qE '^where .* FAIL$' "$tmp/out"
    check 'vadd passes' grep -qE '^vadd .* pass$' "$tmp/out"
}

@test "a store into the memory of another workload is outside every buffer" {
    where
    sed 's/shr.u64 %rd2, %rd1, 24/add.u64 %rd1, %rd1, 67108864; shr.u64 %rd2, %rd1, 24/' where.ptx >out.ptx
    sed 's/name: where/name: outside/; s/ptx: where/ptx: out/' where.yaml >out.yaml
    expect 2 'writes 0x104001000 .*outside every buffer' run lcs28 ./out.yaml+vadd+vadd+vadd+vadd --size tiny --engine c
}

wrong_vadd() { # a vadd that subtracts
    mkdir "$tmp/bad"
    cp "$here/configs/workloads/vadd/vadd.yaml" "$tmp/bad/"
    sed 's/add\(\.rn\)*\.f32/sub\1.f32/' "$here/configs/workloads/vadd/vadd.ptx" >"$tmp/bad/vadd.ptx"
}

@test "a wrong output of a workload alone ends the command before the mix" {
    wrong_vadd
    expect 1 '^ctadel: vadd alone: check failed: .*buffer' run lcs28 "hot+$tmp/bad/vadd.yaml" --size tiny --engine c
}

@test "bad input of mixes" {
    refuse "unknown workload 'hto'; did you mean hot" run lcs28 bp+hto --size tiny
    refuse "unknown workload 'bq'; did you mean bp" run lcs28 bq+hot --size tiny
    for w in bp+ +bp bp++hot +; do
        refuse "'${w//+/\\+}': a workload is missing beside a '\+'; allowed: 2 to 5" run lcs28 $w --size tiny
    done
    refuse 'is a mix of 6 workloads; allowed: 2 to 5' run lcs28 vadd+vadd+vadd+vadd+vadd+vadd --size tiny
    refuse "bp.yaml:[0-9]+: there is no size 'tinny'" run lcs28 bp+hot --size tinny
    refuse 'pool.live is .17.; allowed: a whole number from 1 to 16' run lcs28 bp+hot --size tiny --set pool.live=17
    refuse 'unknown key pool.liv; did you mean pool.live' run lcs28 bp+hot --size tiny --set pool.liv=2
    refuse 'warp sca alternates' run lcs28 bp+hot --size tiny --warp gto,sca
    refuse 'CTA needs 256 threads; allowed on machine .lcs28.: up to 128' run lcs28 vadd+hot --size tiny --set sm.threads=128
    refuse '--trace: found a mix; allowed: one list' run lcs28 --trace a/kernelslist.g+b/kernelslist.g
    refused "found the mix 'bp\+hot'; allowed: one workload" trace lcs28 bp+hot --size tiny --out x
}

@test "buffers that do not fit beside those of the workloads before them" {
    where
    sed 's/count: n}/count: 1 << 28}/' where.yaml >huge.yaml
    refuse 'huge.yaml:[0-9]+: buffers of 1073741824 bytes, with those of the workloads before it in the mix 10738[0-9]*; allowed: 1073741824' \
        run lcs28 "vadd+$PWD/huge.yaml" --size tiny
}

@test "a size for each workload" {
    expect 0 '^hot:hot_step .* 324 ' run smk15 vadd@tiny+hot@small --engine c
    local cycles
    cycles=$(awk '/^hot  / { print $2 }' "$tmp/out")
    expect 0 "^cycles +$cycles\$" run smk15 hot@small --size tiny --engine c
    refuse "hot.yaml:[0-9]+: there is no size 'huge'; allowed: tiny, small, medium, paper" run smk15 vadd+hot@huge
    refuse "'vadd@': a word or a size is missing.*WORD@SIZE" run smk15 vadd@+hot
}

experiment() {
    cat >exp.yaml <<'Y'
title: try
machine: lcs28
size: tiny
workloads: [vadd+hot, hot, hot+hot]
base: {engine: c}
points:
  base: {place: rr}
  lrr: {warp: lrr}
  pair: {place: bcs, set: [bcs.block=4, pool.live=2]}
metric: stp
figures:
  "Figure 1": {metric: antt, series: [base, lrr], workloads: [vadd+hot]}
  "Figure 2": {metric: ldst_util, series: [base, pair]}
  "Figure 3": {metric: concurrency, series: [base], workloads: [hot+hot]}
  "Figure 4": {metric: fairness, series: [base]}
Y
}

@test "a sweep of mixes: the workloads alone are points of its own, run once and kept" {
    experiment
    expect 0 '^vadd\+hot +[01]\.[0-9]+ +[01]\.[0-9]+ +[01]\.[0-9]+$' sweep exp.yaml -j 2 --out r
    check 'a workload by itself has no throughput' grep -qE '^hot +- +- +-$' "$tmp/out"
    check 'vadd alone is kept once' [ "$(cd r/rows && echo vadd-*.json | wc -w)" = 1 ]
    check 'hot alone is the point of the same options' [ "$(cd r/rows && echo hot-*.json | wc -w)" = 3 ]
    local stp
    stp=$(awk '$1 == "vadd+hot" { print $2 }' "$tmp/out")
    mix lcs28 vadd+hot --engine c
    check "the sweep finds what run finds" grep -q "^system throughput  *$stp\$" "$tmp/out"
    expect 0 '10 of 10 runs are kept from before' sweep exp.yaml -j 2 --out r
    cp r/runs.csv first.csv
    rm r/rows/*hot-*.json # all but vadd's
    expect 0 '^hot\+hot' sweep exp.yaml -j 1 --out r
    check 'one run at a time gives the bytes of two' cmp r/runs.csv first.csv
    expect 0 '^vadd\+hot +1\.[0-9]+ +1\.[0-9]+$' report exp.yaml --out r
    check 'report: a figure of one mix' grep -qE '^hot\+hot +[0-9.]+e\+03$' "$tmp/out"
    check 'report: a table per figure' [ -s r/figure-2.csv ]
}

@test "a sweep says which workload of a mix fails by itself" {
    experiment
    wrong_vadd
    expect 1 '^hot\+vadd +FAIL +FAIL +FAIL' sweep exp.yaml --workloads "hot+$tmp/bad/vadd.yaml" --out b
    check 'the workload' grep -q ', base: check failed: vadd alone: .*buffer' "$tmp/out"
}

@test "mistakes in a sweep of mixes" {
    experiment
    sed 's/set: \[bcs/set: [sm.threads=128, bcs/' exp.yaml >cta.yaml
    expect 2 'CTA needs 576 threads|CTA needs 256 threads' sweep cta.yaml --out b
    expect 2 "unknown workload 'hto'; did you mean hot" sweep exp.yaml --workloads vadd+hto --out b
    sed 's/metric: stp/metric: fairnes/' exp.yaml >word.yaml
    expect 2 "metric: unknown word 'fairnes'; did you mean fairness" sweep word.yaml --out b
}
