# shellcheck shell=bash disable=SC2154
# Named points and figures: a sweep of combinations, and the figures filled from what it left.
cat >"$tmp/exp.yaml" <<'Y'
title: try
machine: lcs
size: tiny
workloads: [vadd, tran]
base: {engine: c}
points:
  base: {}
  lrr: {warp: lrr}
  one: {ctas: 1, set: [energy.storage_gating=0]}
  two: {ctas: 2}
  pairs: {place: bcs, warp: lrr, set: [bcs.block=2]}
best: {opt: [one, two, base]}
normalise: first
figures:
  "HPCA 2014, Figure 12": {title: try it, normalise: base, series: [base, lrr, opt], paper: {opt: 1.23}, paper_mean: geo-mean}
  "Figure of CTAs":
    metric: ctas_per_sm
    series: [one, base]
    workloads: [tran]
  "Figure of nothing": {series: [base], workloads: [mmul]}
Y
expect 0 '^vadd +1.000 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' sweep "$tmp/exp.yaml" -j 2 --out r
grep -q 'figures: ctadel report exp --out r' "$tmp/out"
verdict $? 'the sweep says how to get the figures'
expect 0 '10 of 10 runs are there already' sweep "$tmp/exp.yaml" -j 2 --out r
expect 0 '^paper, geo-mean +- +- +1.23$' report "$tmp/exp.yaml" --out r
grep -qE '^geo-mean +1.000 +[0-9.]+ +[0-9.]+$' "$tmp/out"
verdict $? 'our mean stands above the paper'"'"'s'
grep -q '^Figure of nothing: none of its runs is there' "$tmp/out" && grep -q 'charts: r/' "$tmp/out"
verdict $? 'a figure without runs says so, and the others are drawn'
awk -F, 'NR > 1 && NR < 4 && ($4 + 0 < 1) { bad = 1 } END { exit bad || NR != 6 }' "$tmp/cwd/r/hpca-2014-figure-12.csv"
verdict $? 'the best of three columns with the base among them is never below the base'
awk -F, -v OFS=, '$1 == "\"base\"" { print $2 }' "$tmp/cwd/r/runs.csv" | sort | tr -d '"\n' >"$tmp/out"
[ "$(cat "$tmp/out")" = "tranvadd" ] && [ "$(wc -l <"$tmp/cwd/r/figure-of-ctas.csv")" = 4 ]
verdict $? 'a figure of one workload has one row and the means'
if command -v gnuplot >/dev/null; then
    grep -q '</svg>' "$tmp/cwd/r/hpca-2014-figure-12.svg"
    verdict $? 'gnuplot draws the chart'
fi
PATH=/nowhere "$(command -v sh)" -c '"$0" report "$1" --out "$2"' "$ctadel" "$tmp/exp.yaml" "$tmp/cwd/r" >"$tmp/out" 2>&1
grep -q 'gnuplot is not there' "$tmp/out"
verdict $? 'without gnuplot the tables and scripts are there'

# runs that are not there are said to be missing, and left out of the means
sed -i '/^"lrr","tran"/d' "$tmp/cwd/r/runs.csv"
expect 0 'means without the 1 that are missing' report "$tmp/exp.yaml" --out r
sed -i 's/^\("lrr","vadd","[^"]*","[^"]*",\)[0-9]*/\1x/' "$tmp/cwd/r/runs.csv"
expect 2 "runs.csv:[0-9]+: cycles is 'x'" report "$tmp/exp.yaml" --out r
sed -i '1s/,cycles,/,/' "$tmp/cwd/r/runs.csv"
expect 2 'runs.csv:1: has no column cycles; run the sweep again' report "$tmp/exp.yaml" --out r
expect 2 'nowhere/runs.csv: cannot be read.*ctadel sweep writes it' report "$tmp/exp.yaml" --out nowhere
rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"
expect 2 'cta_limit.yaml: has no figures to report' report cta_limit
expect 2 'EXPERIMENT is missing' report

exp_error() { # REGEX sed-script
    sed "$2" "$tmp/exp.yaml" >"$tmp/bad.yaml"
    expect 2 "$1" sweep "$tmp/bad.yaml" --out r
    [ ! -e "$tmp/cwd/r" ]
    verdict $? "$2: no folder is made"
}
exp_error "bad.yaml:[0-9]+: lrr: unknown word 'lru'; did you mean lrr" 's/{warp: lrr}/{warp: lru}/'
exp_error "bad.yaml: --set: unknown key 'bcs.blok'; did you mean bcs.block" 's/bcs.block=2/bcs.blok=2/'
exp_error "HPCA 2014, Figure 12: 'lrs' is no column" 's/series: \[base, lrr/series: [base, lrs/'
exp_error "Figure 12: 'lcs' is none of the series" 's/paper: {opt/paper: {lcs/'
exp_error "Figure 12: found 'x'; allowed: a number" 's/opt: 1.23/opt: x/'
exp_error "metric: unknown word 'cta'" 's/ctas_per_sm/cta/'
exp_error 'pairs is a list; allowed: a map of run options' 's/pairs: {.*/pairs: []/'
exp_error 'found axes and points; allowed: one of them' '$aaxes: {ctas: [1, 2]}'
exp_error 'limit static needs --ctas N; in an experiment, ctas: N' 's/{ctas: 2}/{limit: static}/'

# every experiment that is shipped is in order: no run, its first mistake would be a line
for f in configs/experiments/*.yaml; do
    (cd "$tmp/cwd" && timeout 60 "$ctadel" report "$here/$f" --out nowhere) >"$tmp/out" 2>&1
    grep -qE 'runs.csv: cannot be read|has no figures to report' "$tmp/out"
    verdict $? "$f is a good experiment"
done
