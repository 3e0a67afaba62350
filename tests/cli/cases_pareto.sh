# shellcheck shell=bash disable=SC2154
# Speed-up against area: what must be synthesised, sums by hand from invented areas, the front, wrong files.
cat >"$tmp/gain.yaml" <<'Y'
machine: lcs
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
cat >"$tmp/costs.csv" <<'C'
kind,name,sms,slots,nand2_eq,warps
dispatcher,none,3,4,9999,
dispatcher,none,2,4,1000,
dispatcher,static,2,4,1100,
dispatcher,dyncore+dyncta,2,4,1500.5,
module,disp_fit,2,4,77,
arbiter,gto,16,4,100,8
arbiter,lrr,16,4,60,8
arbiter,lrr,16,4,1,24
C
expect 0 '^none static dyncta\+dyncore gto lrr --sms 2 --slots 4 --warps 16 --schedulers 2$' \
    report "$tmp/gain.yaml" --designs
expect 0 'runs: r/runs.csv' sweep "$tmp/gain.yaml" -j 2 --out r
expect 0 'geometric mean over 2 workloads$' report "$tmp/gain.yaml" --synth "$tmp/costs.csv" --out r
# base 1000 + 2 SMs x 2 x 100; lrr -4 x 40; static +100; three policies +500.5
awk -F, 'NR > 1 { print $1, $14, $15, $16 }' "$tmp/cwd/r/pareto.csv" >"$tmp/out"
[ "$(cat "$tmp/out")" = "base 1400.0 0.0 0.00
lrr 1240.0 -160.0 -11.43
one 1500.0 100.0 7.14
both 1900.5 500.5 35.75" ]
verdict $? 'areas are those of the dispatcher and of every scheduler'"'"'s arbiter'
# speed-ups from runs.csv, independently; the front by comparing all with all
awk -F, -v OFS=, '
    FNR == NR { gsub(/"/, ""); for (i = 1; FNR == 1 && i <= NF; i++) at[$i] = i
        ipc[$1, $2] = FNR > 1 ? $at["thread_insts"] / $at["cycles"] : 0; next }
    FNR > 1 { v = ipc[$1, "vadd"] / ipc["base", "vadd"]; t = ipc[$1, "tran"] / ipc["base", "tran"]
        d = $9 - sqrt(v * t); if (d < -6e-5 || d > 6e-5) { print $1, $9, sqrt(v * t); bad = 1 }
        if ($10 - (v < t ? v : t) > 6e-5 || (v > t ? v : t) - $12 > 6e-5) { print $1, v, t; bad = 1 }
        speed[FNR] = $9; area[FNR] = $14; front[FNR] = $17 }
    END { for (i = 2; i <= FNR; i++) { on = "yes"
              for (k = 2; k <= FNR; k++) if (area[k] <= area[i] && speed[k] >= speed[i] &&
                                             (area[k] < area[i] || speed[k] > speed[i])) on = "no"
              if (on != front[i]) { print "front", i, front[i]; bad = 1 } }
          exit bad || FNR != 5 }' "$tmp/cwd/r/runs.csv" "$tmp/cwd/r/pareto.csv" >"$tmp/out"
verdict $? 'speed-ups are those of runs.csv, and the front has who is not dominated'
grep -q ',yes$' "$tmp/cwd/r/pareto.csv" && grep -q ',no$' "$tmp/cwd/r/pareto.csv"
verdict $? 'some are on the front and some are not'
if command -v gnuplot >/dev/null; then
    grep -q '>both<' "$tmp/cwd/r/pareto.svg" && grep -q '</svg>' "$tmp/cwd/r/pareto.svg"
    verdict $? 'the picture names the points'
fi
sed '/^"one","tran"/d' "$tmp/cwd/r/runs.csv" >"$tmp/runs.csv" && cp "$tmp/runs.csv" "$tmp/cwd/r/runs.csv"
expect 0 'mean over 1 workloads, without 1 that some point has not run' \
    report "$tmp/gain.yaml" --synth "$tmp/costs.csv" --out r

costs_error() { # REGEX sed-script
    sed "$2" "$tmp/costs.csv" >"$tmp/bad.csv"
    expect 2 "$1" report "$tmp/gain.yaml" --synth "$tmp/bad.csv" --out r
}
costs_error "bad.csv: has no arbiter 'lrr' of 8 warps and 4 slots; ctadel report gain --designs" 's/60,8/60,9/'
costs_error "bad.csv: has no dispatcher 'static' of 2 SMs x 4 slots" '/static/d'
costs_error "bad.csv:1: has no column 'kind'; ctadel synth writes such a file" '1s/kind/what/'
costs_error "bad.csv:4: has 5 cells; the head has 6" '4s/,$//'
costs_error "bad.csv:3: nand2_eq is 'x'; allowed: a number above 0" '3s/1000/x/'
costs_error "bad.csv:3: sms is '0'; allowed: a whole number above 0" '3s/,2,/,0,/'
costs_error "bad.csv:7: warps is ''; allowed" '7s/8$//'
costs_error "bad.csv: holds no dispatcher and no arbiter" '2,4d;5d;7,$d'
expect 2 'none.csv: cannot be read: No such file.*ctadel synth writes it' report "$tmp/gain.yaml" --synth none.csv --out r
expect 2 'nowhere/runs.csv: cannot be read.*ctadel sweep writes it' \
    report "$tmp/gain.yaml" --synth "$tmp/costs.csv" --out nowhere
sed 's/one: {ctas: 1}/one: {ctas: 1, set: [sms=3]}/' "$tmp/gain.yaml" >"$tmp/other.yaml"
expect 2 'other.yaml: one has another number of SMs, slots, warps or schedulers than base' \
    report "$tmp/other.yaml" --designs
rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"
