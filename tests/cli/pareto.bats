#!/usr/bin/env bats
# Speed-up against area: what must be synthesised, sums by hand from invented areas, the front, wrong files.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup_file() {
    cat >"$BATS_FILE_TMPDIR/gain.yaml" <<'Y'
machine: lcs28
size: tiny
workloads: [vadd, tran]
base: {engine: c, set: [sms=2, sm.cta_slots=4, sm.threads=512]}
points:
  base: {}
  lrr: {warp: lrr}
  one: {ctas: 1}
  both: {limit: dyncta, gate: dyncore}
normalise: first
Y
    cat >"$BATS_FILE_TMPDIR/costs.csv" <<'C'
kind,name,sms,slots,nand2_eq,warps
dispatcher,none,3,4,9999,
dispatcher,none,2,4,1000,
dispatcher,static,2,4,1100,
dispatcher,dyncore+dyncta,2,4,1500.5,
module,disp_fit,2,4,77,
arbiter,gto,16,4,100,8
arbiter,lrr,16,4,60,8
arbiter,lrr,16,4,1,24
issue,bits+gto,16,4,500,8
C
    cd "$BATS_FILE_TMPDIR" && ctadel sweep gain.yaml -j 2 --out r >sweep.out 2>&1
}
setup() {
    common_setup
    cp -r "$BATS_FILE_TMPDIR"/* .
}

@test "--designs lists what the points of an experiment need" {
    expect 0 '^none static dyncta\+dyncore gto lrr --sms 2 --slots 4 --warps 16 --schedulers 2$' report gain.yaml --designs
    check 'the sweep names its results' grep -q 'runs: r/runs.csv' sweep.out
}

@test "areas are those of the dispatcher and of every scheduler's arbiter, speed-ups those of runs.csv" {
    expect 0 'geometric mean over 2 workloads$' report gain.yaml --synth costs.csv --out r --html gain.html
    check 'the page has the table' grep -q '<tr><th>point</th><th>speed-up</th>' gain.html
    # base 1000 + 2 SMs x 2 x 100; lrr -4 x 40; static +100; three policies +500.5
    check 'areas' [ "$(awk -F, 'NR > 1 { print $1, $14, $15, $16 }' r/pareto.csv)" = "base 1400.0 0.0 0.00
lrr 1240.0 -160.0 -11.43
one 1500.0 100.0 7.14
both 1900.5 500.5 35.75" ]
    check 'speed-ups and the front' awk -f "$cli/pareto_front.awk" r/runs.csv r/pareto.csv
    check 'some points are on the front' grep -q ',yes,lcs28,tiny,' r/pareto.csv
    check 'some points are not' grep -q ',no,lcs28,tiny,' r/pareto.csv
    if command -v gnuplot >/dev/null; then
        check 'the picture names the points' grep -q '>both<' r/pareto.svg
        check 'the picture is whole' grep -q '</svg>' r/pareto.svg
    fi
}

@test "a far point makes the axis of the area logarithmic" {
    expect 0 '^chart: r/pareto' report gain.yaml --synth costs.csv --out r
    check 'an axis without far points is linear' not grep -q nonlinear r/pareto.gp
    sed 's/60,8/6000000,8/' costs.csv >far.csv
    expect 0 '^chart: r/pareto' report gain.yaml --synth far.csv --out r
    check 'linear up to the quarter' grep -q '^set nonlinear x via asinh(x/0.1) ' r/pareto.gp
    if command -v gnuplot >/dev/null; then check 'the picture is whole' grep -q '</svg>' r/pareto.svg; fi
}

@test "speed-ups of runs with gaps are the medians over the gaps" {
    ctadel sweep gain.yaml --workloads tran --gaps 0,512,2048 -j 2 --out g >sweep.out 2>&1
    expect 0 'geometric mean over 1 workloads$' report gain.yaml --synth costs.csv --out g
    check 'the median of three' awk -F, '
        function median(a, b, c) { return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b) }
        FNR == NR { gsub(/"/, ""); if (FNR == 1) for (i = 1; i <= NF; i++) at[$i] = i
            else ipc[$1, $at["gap_bytes"]] = $at["sm_thread_insts"] / $at["cycles"]; next }
        $1 == "one" { for (g = 0; g <= 2048; g += 512) if (("one", g) in ipc) v[++n] = ipc["one", g] / ipc["base", g]
            d = $9 - median(v[1], v[2], v[3]); found = n == 3 && d < 6e-5 && d > -6e-5 }
        END { exit !found }' g/runs.csv g/pareto.csv
}

@test "a run that is missing takes its workload out of the mean" {
    sed -i '/^"one","tran"/d' r/runs.csv
    expect 0 'mean over 1 workloads, without 1 that some point has not run' report gain.yaml --synth costs.csv --out r
}

costs_error() { # REGEX SED-SCRIPT
    sed "$2" costs.csv >bad.csv
    expect 2 "$1" report gain.yaml --synth bad.csv --out r
}

@test "mistakes in the costs are named by line and column" {
    costs_error "bad.csv: has no arbiter 'lrr' of 8 warps and 4 slots; ctadel report gain.yaml --designs" 's/60,8/60,9/'
    costs_error "bad.csv: has no dispatcher 'static' of 2 SMs x 4 slots" '/static/d'
    costs_error "bad.csv:1: has no column 'kind'; ctadel synth writes such a file" '1s/kind/what/'
    costs_error "bad.csv:1: found more than 64 columns; allowed: up to 64" '1s/$/,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,/'
    costs_error "bad.csv:4: found 5 cells; allowed: 6, as line 1 has" '4s/,$//'
    costs_error "bad.csv:3: nand2_eq is 'x'; allowed: a number above 0" '3s/1000/x/'
    costs_error "bad.csv:3: sms is '0'; allowed: a whole number above 0" '3s/,2,/,0,/'
    costs_error "bad.csv:7: warps is ''; allowed" '7s/8$//'
    costs_error "bad.csv: holds no dispatcher and no arbiter" '2,4d;5d;7,$d'
}

@test "files that do not exist, points of different machines" {
    expect 2 'none.csv: cannot be read: No such file.*ctadel synth writes it' report gain.yaml --synth none.csv --out r
    expect 2 'nowhere/runs.csv: cannot be read.*ctadel sweep writes it' report gain.yaml --synth costs.csv --out nowhere
    sed 's/one: {ctas: 1}/one: {ctas: 1, set: [sms=3]}/' gain.yaml >other.yaml
    expect 2 'other.yaml: one has another number of SMs, slots, warps or schedulers than base' report other.yaml --designs
}
