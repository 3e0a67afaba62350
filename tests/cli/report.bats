#!/usr/bin/env bats
# Named points and figures: a sweep of combinations, and the figures filled from what it left.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup_file() {
    cat >"$BATS_FILE_TMPDIR/exp.yaml" <<'Y'
title: try
machine: lcs28
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
    cd "$BATS_FILE_TMPDIR" && ctadel sweep exp.yaml -j 2 --out r >sweep.out 2>&1
}
setup() {
    common_setup
    cp -r "$BATS_FILE_TMPDIR"/* .
}

@test "an experiment without a paper has no column of a paper" {
    sed 's/, paper: {opt: 1.23}, paper_mean: geo-mean//' exp.yaml >own.yaml
    expect 0 '^Our means$' report own.yaml --out r
    check 'no word of a paper' not grep -q paper "$tmp/out"
    check 'columns' grep -qE '^figure +point +mean +ours +workloads$' "$tmp/out"
    expect 0 "^Our means beside the paper's$" report exp.yaml --out r
    check 'columns' grep -qE '^figure +point +mean +ours +paper +workloads$' "$tmp/out"
}

@test "a sweep prints a row per workload, says how to get the figures, and keeps its runs" {
    check 'a row per workload' grep -qE '^vadd +1.000 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' sweep.out
    check 'the way to the figures' grep -qx 'figures: ctadel report exp.yaml --out r' sweep.out
    expect 0 '10 of 10 runs are kept from before' sweep exp.yaml -j 2 --out r
}

@test "a column that its machine cannot run is refused before the first run" {
    printf 'machine: lcs28\nworkloads: [vadd]\npoints: {a: {}, b: {warp: sca}}\n' >sca.yaml
    refused '^ctadel: .*/sca.yaml: b: --warp sca alternates .*; use --place bcs, or --warp gto$' sweep "$PWD/sca.yaml"
}

@test "a workload at two sizes has a row for each in the report; two workloads of one name are refused" {
    sed 's/^workloads:.*/workloads: [vadd, vadd@small]/' exp.yaml >sizes.yaml
    expect 0 '^vadd@small +1.000' sweep sizes.yaml --points base --out s
    expect 0 '^vadd@small +' report sizes.yaml --out s
    check 'a row for each' [ "$(cut -d, -f2 s/runs.csv | sort -u | xargs)" = 'vadd vadd@small workload' ]
    mkdir x && cp "$here"/configs/workloads/vadd/vadd.* x
    refused "^ctadel: workloads: two have the name of 'vadd' in tables; allowed: names that differ$" \
        sweep "$PWD/exp.yaml" --workloads "vadd,$PWD/x/vadd.yaml"
    refused "two have the name of 'tran'" sweep "$PWD/exp.yaml" --workloads vadd,tran,tran
}

@test "sweep --points runs only the points named, and the report of it shows the rest as missing" {
    expect 0 '^workload +base +lrr$' sweep exp.yaml --points lrr,base --workloads tran --out p
    check 'a run for each of the two' [ "$(awk 'END { print NR }' p/runs.csv)" = 3 ]
    expect 0 '^tran +1\.000 +[0-9.]+ +-$' report exp.yaml --out p
    expect 2 "^ctadel: --points: .*exp\.yaml has no point 'lrrr'; did you mean lrr\?" sweep exp.yaml --points lrrr
    expect 2 '^ctadel: --points: .*cta_limit\.yaml has axes; allowed: an experiment with points$' sweep cta_limit --points gto
}

@test "a sweep with gaps runs each point with each, and shows the median and the spread" {
    expect 0 '; the median over 3 gaps$' sweep exp.yaml --workloads tran --gaps 0,512,2048 --out g
    check 'a run for each gap' \
        [ "$(awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) if ($c == "gap_bytes") at = c } $1 == "\"lrr\"" { print $at }' g/runs.csv | xargs)" = '0 512 2048' ]
    expect 0 '^least of 3 gaps +[0-9.]+ +[0-9.]+ +[0-9.]+$' report exp.yaml --out g
    expect 2 "^ctadel: --gaps: found '3'; allowed: a multiple of 256 from 0 to 1048576 bytes$" sweep exp.yaml --gaps 3
    expect 0 'output +pass' run smk15 bp+hot --size tiny --gap 512 --engine lockstep
    expect 2 '^ctadel: --gap: found' run lcs28 vadd --gap 1
    expect 2 '^ctadel: --gap: found together with --trace' run lcs28 --trace none --gap 512
}

no_pdf() { # with a PATH that has gnuplot alone
    mkdir bin && ln -s "$(command -v gnuplot)" bin/gnuplot && rm -f r/*.pdf r/*.svg
    PATH=$PWD/bin "$program" report exp.yaml --out r >"$tmp/out" && [ -s r/hpca-2014-figure-12.svg ] && [ ! -e r/hpca-2014-figure-12.pdf ]
}

@test "report: our means beside the paper's, and a table and a chart per figure" {
    expect 0 '^paper, geo-mean +- +- +1.23$' report exp.yaml --out r
    check 'our mean' grep -qE '^geo-mean +1.000 +[0-9.]+ +[0-9.]+$' "$tmp/out"
    check 'a figure without runs says so' grep -q '^Figure of nothing: no run of this figure has a result' "$tmp/out"
    check 'the others are drawn' grep -q 'charts: r/' "$tmp/out"
    check 'the best of three columns with the base among them is never below the base' \
        awk -F, 'NR > 1 && NR < 4 && ($4 + 0 < 1) { bad = 1 } END { exit bad || NR != 6 }' r/hpca-2014-figure-12.csv
    check 'the base was run on both workloads' \
        [ "$(awk -F, '$1 == "\"base\"" { print $2 }' r/runs.csv | sort | xargs)" = 'tran vadd' ]
    check 'a figure of one workload has one row and the means' [ "$(wc -l <r/figure-of-ctas.csv)" = 4 ]
    if command -v gnuplot >/dev/null; then
        check 'gnuplot draws the chart' grep -q '</svg>' r/hpca-2014-figure-12.svg
        check 'its axis is in words' grep -qF "set ylabel 'thread instructions per core cycle,'.\"\\n\".'relative to base'" r/hpca-2014-figure-12.gp
        command -v rsvg-convert >/dev/null &&
            check 'a PDF for LaTeX' [ "$(head -c 5 r/hpca-2014-figure-12.pdf)" = %PDF- ]
        check 'without rsvg-convert none' no_pdf
    fi
}

@test "report: our means beside the paper's, of all figures in one table" {
    expect 0 '^HPCA 2014, Figure 12 +opt +geo-mean +[0-9.]+ +1.23 +2 of 2$' report exp.yaml --out r
    check 'without a mean of the paper a dash' grep -qE '^Figure of CTAs +one +geo-mean +[0-9.]+ +- +1 of 1$' "$tmp/out"
    check 'a series without runs has no row' not grep -qE '^Figure of nothing +base' "$tmp/out"
}

@test "report --html: tables and charts on one page that fetches nothing" {
    expect 0 '^page: all.html$' report exp.yaml --out r --html all.html
    check 'the title is the experiment'"'"'s' grep -q '<h1>try</h1>' all.html
    check 'a figure has its heading' grep -q '<h2>HPCA 2014, Figure 12: try it</h2>' all.html
    local mean
    mean=$(awk -F, '$1 == "geo-mean" { print $4 }' r/hpca-2014-figure-12.csv)
    check 'our mean stands in its table, and the last' [ "$(grep -c "<td>$mean</td>" all.html)" -ge 2 ]
    check 'nothing is fetched: no address but the names of SVG' \
        not grep -qE '(src|href)="?(https?:|//|[a-z])|@import|url\([^#]' all.html
    if command -v gnuplot >/dev/null; then
        check 'a chart for each figure with runs' [ "$(grep -c '<svg' all.html)" = 2 ]
        check 'no id stands twice' [ -z "$(grep -oE " id=['\"][^'\"]+" all.html | sort | uniq -d)" ]
        check 'what is referred to is there' [ -z "$(grep -oE "xlink:href='#[^']+" all.html | cut -d'#' -f2 |
            sort -u | while read -r id; do grep -q "id='$id'" all.html || echo "$id"; done)" ]
    fi
}

@test "report --html: text of an experiment is no markup, a mistake leaves no page" {
    sed 's/^title: try/title: a <b> \& "c"/' exp.yaml >marks.yaml
    expect 0 'page: marks.html' report marks.yaml --out r --html marks.html
    check 'the title is escaped' grep -qF '<h1>a &lt;b&gt; &amp; &quot;c&quot;</h1>' marks.html
    expect 2 'nowhere/runs.csv: cannot be read' report exp.yaml --out nowhere --html none.html
    expect 2 'no/such/p.html' report exp.yaml --out r --html no/such/p.html
    expect 2 '^ctadel: --html: found together with --designs' report exp.yaml --designs --html none.html
    check 'no page is left' [ ! -e none.html ]
    check 'no temporary either' [ -z "$(find . -name '*.tmp')" ]
}

@test "report of several experiments makes one page with a part for each" {
    sed 's/^title: try/title: the other/' exp.yaml >other.yaml
    cp -r r sweep-exp
    cp -r r sweep-other
    expect 0 '^page: both.html$' report exp.yaml other.yaml --html both.html
    check 'the tab names both' grep -q '<title>CTAdel: exp, other</title>' both.html
    check 'a part for each' [ "$(grep -o '<h1>[^<]*</h1>' both.html | xargs)" = '<h1>try</h1> <h1>the other</h1>' ]
    check 'the figures of both' [ "$(grep -c '<h2>HPCA 2014, Figure 12: try it</h2>' both.html)" = 2 ]
    expect 2 '^ctadel: --out, --synth, --designs: found with 2 EXPERIMENTs; allowed with one' report exp.yaml other.yaml --out r
    rm -r sweep-other both.html
    expect 2 '^ctadel: sweep-other/runs.csv: cannot be read' report exp.yaml other.yaml --html both.html
    check 'no page after an error' [ ! -e both.html ]
}

@test "report without gnuplot writes tables and scripts" {
    local sh
    sh=$(command -v sh)
    # shellcheck disable=SC2016  # $0 is the inner shell's
    PATH=/nowhere "$sh" -c '"$0" report exp.yaml --out r --html page.html' "$program" >"$tmp/out" 2>&1
    check 'it says that gnuplot is not installed' grep -q 'gnuplot, which draws it as .svg, is not installed' "$tmp/out"
    check 'the page has the tables' [ "$(grep -c '<table>' page.html)" = 3 ]
    check 'and no chart' not grep -q '<svg' page.html
}

@test "runs that are missing are left out of the means, runs.csv is checked" {
    sed -i '/^"lrr","tran"/d' r/runs.csv
    expect 0 'means without 1 missing values' report exp.yaml --out r
    cp -r r none
    sed -i '/^"lrr"/d' none/runs.csv
    expect 0 'means without 2 missing values' report exp.yaml --out none
    if command -v gnuplot >/dev/null; then
        check 'a series without runs is no bar, the others are' not grep -q '>lrr<' none/hpca-2014-figure-12.svg
        check 'the others are drawn' grep -q '>opt<' none/hpca-2014-figure-12.svg
    fi
    sed -i 's/^\("lrr","vadd","[^"]*","[^"]*",\)[0-9]*/\1x/' r/runs.csv
    expect 2 "runs.csv:[0-9]+: cycles is 'x'" report exp.yaml --out r
    sed -i '1s/,cycles,/,/' r/runs.csv
    expect 2 'runs.csv:1: has no column cycles; run the sweep again' report exp.yaml --out r
    expect 2 'nowhere/runs.csv: cannot be read.*ctadel sweep writes it' report exp.yaml --out nowhere
    expect 2 '^ctadel: --out: found a path of 1100 characters; allowed: up to 1007$' report exp.yaml --out "$(printf '%01100d' 0)"
    expect 2 'cta_limit.yaml: has no figures to report' report cta_limit
    expect 2 'EXPERIMENT is missing' report
}

exp_error() { # REGEX SED-SCRIPT
    sed "$2" exp.yaml >bad.yaml
    expect 2 "$1" sweep bad.yaml --out none
    check "$2: no folder is made" [ ! -e none ]
}

@test "mistakes in an experiment are named before anything runs" {
    exp_error "bad.yaml:[0-9]+: lrr: unknown word 'lru'; did you mean lrr" 's/{warp: lrr}/{warp: lru}/'
    exp_error "bad.yaml: --set: unknown key 'bcs.blok'; did you mean bcs.block" 's/bcs.block=2/bcs.blok=2/'
    exp_error "HPCA 2014, Figure 12: 'lrs' is no column of this experiment; did you mean lrr\? allowed: base, lrr, .*, opt$" 's/series: \[base, lrr/series: [base, lrs/'
    exp_error "Figure 12: 'lcs' is no series; allowed" 's/paper: {opt/paper: {lcs/'
    exp_error "Figure 12: found 'x'; allowed: a number" 's/opt: 1.23/opt: x/'
    exp_error "metric: unknown word 'cta'" 's/ctas_per_sm/cta/'
    exp_error 'pairs is a list; allowed: a map of run options' 's/pairs: {.*/pairs: []/'
    # shellcheck disable=SC2016  # $ is sed's
    exp_error 'found axes and points; allowed: one of them' '$aaxes: {ctas: [1, 2]}'
    exp_error 'limit static needs --ctas N; in an experiment, ctas: N' 's/{ctas: 2}/{limit: static}/'
}

@test "every experiment that is shipped is in order" { # its first mistake would be a line
    local f
    for f in "$here"/configs/experiments/*.yaml; do
        timeout 60 "$program" report "$f" --out nowhere >"$tmp/out" 2>&1 || true
        check "${f##*/}: only its runs are missing" grep -qE 'runs.csv: cannot be read|has no figures to report' "$tmp/out"
    done
}
