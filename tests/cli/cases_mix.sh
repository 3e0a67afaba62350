# shellcheck shell=bash disable=SC2154
# Mixes of workloads: each in memory and on streams of its own, its output checked; figures against what
# each takes by itself.
mdir=$tmp/mix
mkdir -p "$mdir"
mix() { # MACHINE MIX [options]: statistics to $mdir/m.json, the table to $tmp/out
    (cd "$tmp/cwd" && "$ctadel" run "$@" --size tiny --stats "$mdir/m.json") >"$tmp/out" 2>&1
}
alone() { # MACHINE WORKLOAD ROW [options]: that row of the table of a run by itself, under the baseline
    (cd "$tmp/cwd" && "$ctadel" run "$1" "$2" --size tiny --engine c "${@:4}") 2>&1 |
        awk -v row="$3" 'index($0, row) == 1 { print $NF }'
}
row() { awk -v w="$1" -v c="$2" '$1 == w && NF >= 10 { print $c }' "$tmp/out"; } # of the table of workloads
value() { # path in m.json, as in "mix w0 cycles"
    awk -v path="$1" 'BEGIN { n = split(path, part, " ") }
        { gsub(/[",:]/, " ") }
        $1 == part[at + 1] { at++; if (at == n) { print $2; exit } }' "$mdir/m.json"
}

for m in "lcs vadd+hot" "smk bp+hot+fdtd" "gtx480 vadd+hot+bp+srad+fwt"; do
    # shellcheck disable=SC2086
    mix $m --warp lrr --engine lockstep
    verdict $? "$m in lockstep"
    grep -q 'output  *pass$' "$tmp/out" && ! grep -q 'law_.*false' "$mdir/m.json"
    verdict $? "$m: every output is right, every law holds"
    machine=${m% *} i=0
    for w in $(echo "${m#* }" | tr + ' '); do
        [ "$(row "$w" 2)" = "$(alone "$machine" "$w" cycles)" ]
        verdict $? "$m: $w alone takes what it takes under the baseline, gto"
        [ "$(row "$w" 5)" = "$(alone "$machine" "$w" 'warp instructions')" ]
        verdict $? "$m: $w executes the instructions it executes alone"
        [ "$(value "mix w$i cycles")" = "$(row "$w" 3)" ] && [ "$(value "mix w$i alone_cycles")" = "$(row "$w" 2)" ] &&
            [ "$(row "$w" 3)" -gt 0 ]
        verdict $? "$m: the statistics say of $w what the table says"
        i=$((i + 1))
    done
    awk 'NF >= 10 && $5 + 0 > 0 && $1 != "all" {
             n++; stp += $2 / $3; antt += $3 / $2; p = $2 / $3
             if (n == 1 || p < lo) lo = p
             if (n == 1 || p > hi) hi = p
             if ($3 > last) last = $3
             if (n == 1 || $3 < first) first = $3
             sp += $7; ldst += $11; insts += $5
         }
         $1 == "all" { insts_all = $3; sp_all = $5; ldst_all = $9 }
         $1 == "cycles" { cycles = $2 }
         /^  concurrency/ { conc = $3 }
         /^  sequential/ { seq = $3 }
         /^system throughput/ { t = $3 }
         /^mean normalised/ { a = $4 }
         /^fairness/ { f = $2 }
         function off(x, y, by) { return x - y > by || y - x > by }
         END { exit !n || cycles != last || conc != first || conc + seq != cycles || off(t, stp, 0.0006) ||
                    off(a, antt / n, 0.0006) || off(f, lo / hi, 0.0006) || insts != insts_all ||
                    off(sp, sp_all, 0.3) || off(ldst, ldst_all, 0.3) }' "$tmp/out"
    verdict $? "$m: throughput, turnaround, fairness and phases follow from the rows"
done
[ "$(value 'gpu kernels_max')" = 4 ]
verdict $? 'five workloads: the table holds four kernels at once'

# The engines agree to the last byte, the policies of a mix leave what is compared with as it is.
mix lcs vadd+hot --engine c --limit dyncta
cp "$mdir/m.json" "$mdir/c.json"
for e in rtl lockstep; do
    mix lcs vadd+hot --engine $e --limit dyncta
    cmp "$mdir/m.json" "$mdir/c.json" >>"$tmp/out" 2>&1
    verdict $? "a mix: --engine $e gives the statistics of --engine c"
done
[ "$(row vadd 2)" = "$(alone lcs vadd cycles)" ]
verdict $? 'a limit policy of the mix is none of a workload alone'
mix lcs vadd+hot --engine c --set sms=4
[ "$(row vadd 2)" = "$(alone lcs vadd cycles --set sms=4)" ]
verdict $? 'alone is on the same machine'

# One kernel at a time: a mix is its workloads one after the other. The host launches the second while the first
# begins, which moves the first CTAs by a few cycles, and with them the order of DRAM accesses.
mix lcs vadd+hot --engine lockstep --set pool.live=1
[ "$(value 'gpu kernels_max')" = 1 ] && [ "$(value 'kernel1 first_cycle')" -gt "$(value 'kernel0 last_cycle')" ] &&
    awk -v here="$(value 'mix w0 cycles')" -v alone="$(row vadd 2)" 'BEGIN { d = here - alone; exit !(d * d <= alone * alone / 1000) }'
verdict $? 'pool.live=1: the second workload begins when the first has ended, which takes 3 % more or less than alone'
mix lcs vadd+hot+bp --engine lockstep --set pool.live=2
one=$(value 'kernel0 last_cycle') two=$(value 'kernel1 last_cycle') third=$(value 'kernel2 first_cycle')
[ "$(value 'gpu kernels_max')" = 2 ] && [ "$(value 'kernel2 launch_cycle')" = 0 ] &&
    [ "$third" -gt "$((one < two ? one : two))" ] && [ "$third" -lt "$((one < two ? two : one))" ]
verdict $? 'pool.live=2: the third takes the place of the first that ends, beside the other'
mix lcs vadd+hot+bp --engine lockstep --place mixed --limit smc --set smc.window_cycles=400
[ "$(value 'gpu kernels_max')" = 2 ] && grep -q 'output  *pass$' "$tmp/out"
verdict $? '--limit smc runs two at once by itself'
mix lcs vadd+hot+bp --engine c --place mixed --limit smc --set pool.live=1
[ "$(value 'gpu kernels_max')" = 1 ]
verdict $? '--limit smc: the pool is what --set says'
expect 0 'ctadel: note: .*no two kernels ran at once, so --limit smc was as tmax' run lcs vadd --size tiny --engine c --limit smc
smc=$(alone lcs vadd cycles --limit smc)
[ "$smc" = "$(alone lcs vadd cycles)" ]
verdict $? "--limit smc of a kernel alone: the cycles of tmax ($smc)"

# A workload twice, and the tracks of a timeline.
mix lcs bp+bp --engine lockstep --timeline t.json
[ "$(row bp 5)" = "$(row bp.2 5)" ] && [ "$(row bp 2)" = "$(row bp.2 2)" ] && [ "$(row bp.2 13)" = pass ]
verdict $? 'bp+bp: both are there, and right'
grep -q '"name": "bp:layer_forward 0", "pid": 0' "$tmp/cwd/t.json" &&
    grep -q '"cat": "cta", "name": "bp.2:adjust_weights' "$tmp/cwd/t.json" &&
    grep -q '"cat": "kernel", "name": "bp.2:layer_forward"' "$tmp/cwd/t.json"
verdict $? 'the timeline names workload and kernel'
rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"

# Addresses: a kernel that stores bits 24 and up of its buffer's; alone, and as the first of a mix, 0x100.
cat >"$mdir/where.ptx" <<'P'
.version 6.3
.target sm_75
.address_size 64
.visible .entry where(.param .u64 p)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [p];
    shr.u64 %rd2, %rd1, 24;
    cvt.u32.u64 %r1, %rd2;
    st.global.u32 [%rd1], %r1;
    ret;
}
P
cat >"$mdir/where.yaml" <<'Y'
name: where
title: the place of a buffer
ptx: where.ptx
sizes:
  tiny: {n: 1}
buffers:
  out: {type: u32, count: n}
launches:
  - {entry: where, grid: [1], block: [1], registers: 8, args: [out]}
outputs:
  out: {npy: where.npy}
Y
printf '\x93NUMPY\x01\x00\x76\x00%-117s\n\x00\x01\x00\x00' "{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }" \
    >"$mdir/where.npy"
expect 0 'output  *pass$' run lcs "$mdir/where.yaml" --engine c
expect 0 'where .* pass$' run lcs "$mdir/where.yaml+vadd" --size tiny --engine c
expect 1 "where.yaml:11: buffer 'out', index 0: found 257, expected 256" run lcs "vadd+$mdir/where.yaml" --size tiny --engine c
grep -qE '^where .* FAIL$' "$tmp/out" && grep -qE '^vadd .* pass$' "$tmp/out"
verdict $? 'each workload of a mix has its own verdict'
# One writes where another's buffer is: outside every buffer of its own.
sed 's/shr.u64 %rd2, %rd1, 24/add.u64 %rd1, %rd1, 67108864; shr.u64 %rd2, %rd1, 24/' "$mdir/where.ptx" >"$mdir/out.ptx"
sed 's/name: where/name: outside/; s/ptx: where/ptx: out/' "$mdir/where.yaml" >"$mdir/out.yaml"
expect 2 'writes 0x104001000 .*outside every buffer' run lcs "$mdir/out.yaml+vadd+vadd+vadd+vadd" --size tiny --engine c

# A wrong output by itself ends it before the mix.
mkdir -p "$mdir/bad"
cp configs/workloads/vadd/vadd.yaml "$mdir/bad/"
sed 's/add\(\.rn\)*\.f32/sub\1.f32/' configs/workloads/vadd/vadd.ptx >"$mdir/bad/vadd.ptx"
expect 1 '^ctadel: vadd alone: check failed: .*buffer' run lcs "hot+$mdir/bad/vadd.yaml" --size tiny --engine c

# Bad input.
refuse "unknown workload 'hto'; did you mean hot" run lcs bp+hto --size tiny
refuse "unknown workload 'bq'; did you mean bp" run lcs bq+hot --size tiny
for w in bp+ +bp bp++hot +; do
    refuse "'${w//+/\\+}': a workload is missing beside a '\+'; allowed: 2 to 5" run lcs $w --size tiny
done
refuse 'is a mix of 6 workloads; allowed: 2 to 5' run lcs vadd+vadd+vadd+vadd+vadd+vadd --size tiny
refuse "bp.yaml:[0-9]+: there is no size 'tinny'" run lcs bp+hot --size tinny
refuse 'pool.live is .5.; allowed: a whole number from 1 to 4' run lcs bp+hot --size tiny --set pool.live=5
refuse 'unknown key pool.liv; did you mean pool.live' run lcs bp+hot --size tiny --set pool.liv=2
refuse 'warp sca alternates' run lcs bp+hot --size tiny --warp gto,sca
refuse 'CTA needs 256 threads, an SM .* has 128' run lcs vadd+hot --size tiny --set sm.threads=128
refuse 'one list; a mix of traces is not supported' run lcs --trace a/kernelslist.g+b/kernelslist.g
refused "'bp\+hot' is a mix; allowed: one workload" trace lcs bp+hot --size tiny --out x
sed 's/count: n}/count: 1 << 28}/' "$mdir/where.yaml" >"$mdir/huge.yaml"
refuse 'huge.yaml:[0-9]+: buffers of 1073741824 bytes, with those of the workloads before it in the mix 10738[0-9]*; allowed: 1073741824' \
    run lcs "vadd+$mdir/huge.yaml" --size tiny

# A sweep: the workloads alone are points of its own, run once and kept.
cat >"$mdir/exp.yaml" <<'Y'
title: try
machine: lcs
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
sed 's/set: \[bcs/set: [sm.threads=128, bcs/' "$mdir/exp.yaml" >"$mdir/cta.yaml"
expect 0 '^vadd\+hot +[01]\.[0-9]+ +[01]\.[0-9]+ +[01]\.[0-9]+$' sweep "$mdir/exp.yaml" -j 2 --out r
grep -qE '^hot +- +- +-$' "$tmp/out"
verdict $? 'a workload by itself has no throughput'
[ "$(cd "$tmp/cwd/r/rows" && echo vadd-*.json | wc -w)" = 1 ] && [ "$(cd "$tmp/cwd/r/rows" && echo hot-*.json | wc -w)" = 3 ]
verdict $? 'what is compared with is kept once, and is the point of the same options'
stp=$(awk '$1 == "vadd+hot" { print $2 }' "$tmp/out")
mix lcs vadd+hot --engine c
grep -q "^system throughput  *$stp\$" "$tmp/out"
verdict $? "the sweep finds what run finds: $stp"
expect 0 '9 of 9 runs are there already' sweep "$mdir/exp.yaml" -j 2 --out r
cp "$tmp/cwd/r/runs.csv" "$mdir/first.csv"
rm "$tmp"/cwd/r/rows/*hot-*.json # all but vadd's
expect 0 '^hot\+hot' sweep "$mdir/exp.yaml" -j 1 --out r
cmp "$tmp/cwd/r/runs.csv" "$mdir/first.csv" >"$tmp/out" 2>&1
verdict $? 'one run at a time gives the bytes of two'
expect 0 '^vadd\+hot +1\.[0-9]+ +1\.[0-9]+$' report "$mdir/exp.yaml" --out r
grep -qE '^hot\+hot +[0-9.]+e\+03$' "$tmp/out" && [ -s "$tmp/cwd/r/figure-2.csv" ]
verdict $? 'report: figures of a mix by name'
expect 1 '^hot\+vadd +FAIL +FAIL +FAIL' sweep "$mdir/exp.yaml" --workloads "hot+$mdir/bad/vadd.yaml" --out b
grep -q ', base: check failed: vadd alone: .*buffer' "$tmp/out"
verdict $? 'a sweep says which workload of a mix fails by itself'
expect 2 'CTA needs 576 threads|CTA needs 256 threads' sweep "$mdir/cta.yaml" --out b
expect 2 "unknown workload 'hto'; did you mean hot" sweep "$mdir/exp.yaml" --workloads vadd+hto --out b
sed 's/metric: stp/metric: fairnes/' "$mdir/exp.yaml" >"$mdir/word.yaml"
expect 2 "metric: unknown word 'fairnes'; did you mean fairness" sweep "$mdir/word.yaml" --out b

rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"

# A size for each workload.
expect 0 '^hot:hot_step .* 324 ' run smk vadd@tiny+hot@small --engine c
small_hot=$(awk '/^hot  / { print $2 }' "$tmp/out")
expect 0 "^cycles +$small_hot\$" run smk hot@small --size tiny --engine c
refuse "hot.yaml:[0-9]+: there is no size 'huge'; allowed: tiny, small, paper" run smk vadd+hot@huge
refuse "'vadd@': a word or a size is missing.*WORD@SIZE" run smk vadd@+hot
