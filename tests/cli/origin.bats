#!/usr/bin/env bats
# Every table, CSV, JSON and page of results names the machine, the size, the cell library where costs are shown, and the
# version of the program.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup_file() {
    cat >"$BATS_FILE_TMPDIR/exp.yaml" <<'Y'
title: try
machine: lcs28
workloads: [vadd@tiny, tran@small]
base: {engine: c, set: [sms=2]}
points:
  base: {}
  lrr: {warp: lrr}
figures:
  "A paper, Figure 1": {title: what it shows, series: [base, lrr]}
Y
    cd "$BATS_FILE_TMPDIR" && ctadel sweep exp.yaml -j 2 --out r >sweep.out 2>&1
}
setup() {
    common_setup
    cp -r "$BATS_FILE_TMPDIR"/* .
    version=$(<"$here/VERSION")
}

column() { # FILE.csv HEAD: the cells below it, without quotes; cells before it have no commas of their own
    awk -F, -v head="$2" 'NR == 1 { for (c = NF; c > 0; c--) if ($c == head) at = NF - c; next }
        { gsub(/"/, ""); print $(NF - at) }' "$1"
}

@test "run: table, statistics and timeline" {
    expect 0 "^machine lcs28, size tiny, ctadel $version$" run lcs28 vadd --size tiny --engine c --stats s.json \
        --stats-csv s.csv --timeline t.json
    check 'statistics' [ "$(jq -c .run s.json)" = \
        '{"workload":"vadd","machine":"lcs28","size":"tiny","version":"'"$version"'"}' ]
    check 'statistics as CSV' [ "$(grep -cE '^run\.(machine,lcs28|size,tiny|version,'"$version"'),' s.csv)" = 3 ]
    check 'timeline' [ "$(jq -c .otherData t.json)" = "$(jq -c .run s.json)" ]
    expect 0 "^machine smk15, size tiny\+small, ctadel $version$" run smk15 bp@tiny+bp@small --engine c
    expect 0 "^machine sas4, size small, ctadel $version$" run sas4 hot3 --engine c
}

@test "a trace has no size" {
    expect 0 . trace lcs28 vadd --size tiny --out tr
    expect 0 "^machine lcs28, ctadel $version$" run lcs28 --trace tr/kernelslist.g --engine c --stats s.json
    check 'statistics' [ "$(jq -r '.run | keys_unsorted | join(" ")' s.json)" = 'workload machine version' ]
}

@test "a sweep into a log writes a line for every tenth of its runs" {
    sed -i 's/^workloads:.*/workloads: [vadd, tran, sad, vadd@small, mmul]/' exp.yaml
    ctadel sweep exp.yaml -j 1 --size tiny --out l 2>log >"$tmp/out"
    check 'each tenth' [ "$(sed -n 's/^exp: \([0-9]* %\).*/\1/p' log | xargs)" = '10 % 20 % 30 % 40 % 50 % 60 % 70 % 80 % 90 %' ]
    ctadel sweep exp.yaml -j 1 --size tiny --out l 2>log >"$tmp/out"
    check 'nothing for kept runs' not grep -q '%' log
}

@test "sweep: table.csv and runs.csv have the origin of each row" {
    check 'table' grep -qx "machine lcs28, size tiny/small, ctadel $version" sweep.out
    check 'heads' grep -qx 'workload,base,lrr,machine,size,version' r/table.csv
    check 'size of each row' [ "$(column r/table.csv size | xargs)" = 'tiny small' ]
    check 'size of each run' [ "$(column r/runs.csv size | sort | uniq -c | xargs)" = '2 small 2 tiny' ]
    check 'version of each run' [ "$(column r/runs.csv version | sort -u)" = "$version" ]
}

@test "report: terminal, CSV, page and chart" {
    expect 0 "^machine lcs28, size tiny/small, ctadel $version$" report exp.yaml --out r --html p.html
    check 'rows of workloads' [ "$(column r/a-paper-figure-1.csv size | head -n 2 | xargs)" = 'tiny small' ]
    check 'rows of means name all' grep -qx "mean,.*,lcs28,tiny/small,$version" r/a-paper-figure-1.csv
    check 'page' grep -qx "<p>machine lcs28, size tiny/small, ctadel $version</p>" p.html
    check 'chart' grep -qF "'machine lcs28, size tiny/small, ctadel $version'" r/a-paper-figure-1.gp
    check "the paper's number is no part of the chart" not grep -q 'Figure 1' r/a-paper-figure-1.gp
}

@test "report shows the version that ran the sweep, not its own" {
    sed -i "s/\"$version\"/\"9.8.7\"/" r/runs.csv
    expect 0 '^machine lcs28, size tiny/small, ctadel 9\.8\.7$' report exp.yaml --out r
}

@test "report --synth: library and versions beside machine and size" {
    ctadel report exp.yaml --out r --designs >"$tmp/out"
    check 'designs' grep -q '^none gto lrr --sms 2 ' "$tmp/out"
    cat >synth.csv <<C
kind,name,sms,slots,warps,nand2_eq,library,version
dispatcher,none,2,8,,1000,generic,$version
arbiter,gto,2,8,24,100,generic,$version
arbiter,lrr,2,8,24,80,generic,$version
C
    expect 0 "^machine lcs28, size tiny/small, library generic, ctadel $version$" report exp.yaml --out r --synth synth.csv \
        --html p.html
    check 'CSV' grep -q "^lrr,.*,lcs28,tiny/small,generic,$version$" r/pareto.csv
    check 'page' grep -q "<p>machine lcs28, .*, library generic, ctadel $version</p>" p.html
    cut -d, -f 1-6 synth.csv >plain.csv
    expect 0 "^machine lcs28, size tiny/small, ctadel $version$" report exp.yaml --out r --synth plain.csv
}

@test "compare: table and CSV" {
    mkdir traces
    expect 0 . trace lcs28 vadd --size tiny --out traces/vadd
    printf 'kernel,cta_limit,sched,cycles,l1r_missrate,l2_missrate,row_locality,dram_bwutil\nvadd,2,gto,9,1,1,1,1\n' >ref.csv
    expect 0 "^machine gtx480, ctadel $version$" compare ref.csv --traces traces --engine c --csv c.csv
    check 'CSV' grep -q "^vadd,gto,2,.*,gtx480,-,$version$" c.csv
}

@test "report --timeline: table and chart" {
    ctadel run smk15 bp+srad --size tiny --set sms=1 --place mixed --limit smk --engine c --timeline t.json >"$tmp/out"
    expect 0 '^table: ./t.csv$' report --timeline t.json
    check 'CSV' [ "$(sed 1d t.csv | sed 's/.*,\(.*,.*,.*\)/\1/' | sort -u)" = "smk15,tiny,$version" ]
    check 'chart' grep -qF "'machine smk15, size tiny, ctadel $version'" t.gp
    check 'the chart says what it shows' grep -qF "set title 'bp+srad: CTAs that a kernel may have" t.gp
}
