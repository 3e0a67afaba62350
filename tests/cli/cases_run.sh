# shellcheck shell=bash disable=SC2154
# What runs say: the table, the files, the semantics of limits and warp schedulers.
expect 2 'usage' # no argument
expect 0 '^  l2.writeback .*default before' help machine
expect 0 '^  sm.l1d_wait_cycles .*default 0' help machine
expect 0 '^  lcs.scope +0\.\.1 .*\(default 0; --limit lcs\)$' help policies
expect 0 '^  static.n +0\.\.31 .*\(default 1; --ctas N\)$' help policies
expect 0 'ctadel run lcs' --help
expect 0 'ctadel run' run --help
expect 0 'ctadel [0-9]' --version
expect 0 'mmul' list
expect 2 "unknown command 'rnu'.*run" rnu

expect 0 'pass' run lcs vadd --size tiny
expect 0 'cycles' run lcs vadd --size tiny --warp gto,lrr
expect 0 'pass' run lcs mmul --size tiny --engine c

# A limit of n CTAs per SM is never passed, and T_max is what fits (1536 threads / 256 = 6).
table_max() { (cd "$tmp/cwd" && "$ctadel" run lcs vadd --size small "$@" --engine lockstep) >"$tmp/out" 2>&1; }
for n in 1 3 6; do
    table_max --ctas "$n"
    grep -qE "CTAs per SM.* $n\$" "$tmp/out"
    verdict $? "vadd small --ctas $n: at most $n CTAs per SM"
done
table_max
grep -qE 'CTAs per SM.* 6$' "$tmp/out"
verdict $? 'vadd small: T_max is 6 CTAs per SM'

# The timeline is a Chrome trace; CTA i of the first wave stands on SM i mod 28 (000 Fig. 3), and no
# two bars of a slot overlap.
(cd "$tmp/cwd" && "$ctadel" run lcs vadd --size small --timeline t.json --stats s.json --stats-csv s.csv) \
    >"$tmp/out" 2>&1
awk -f tests/cli/field.awk -f tests/cli/timeline.awk -v sms=28 -v first=168 "$tmp/cwd/t.json" >"$tmp/out"
verdict $? 'timeline: round robin over 28 SMs, one CTA a slot at a time'
[ -s "$tmp/cwd/s.csv" ] && grep -q '"law_done": true' "$tmp/cwd/s.json"
verdict $? 'stats as CSV, and as JSON with the laws in it'
rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"

# Lost lines are counted under the warp scheduler that listens to them, and only there.
(cd "$tmp/cwd" && "$ctadel" run lcs bfs --size tiny --warp gto,ccws --set sm.l1d.sets=1 --stats v.json) \
    >"$tmp/out" 2>&1
grep -q '"lost": [1-9]' "$tmp/cwd/v.ccws.json" && ! grep -q '"lost": [1-9]' "$tmp/cwd/v.gto.json"
verdict $? 'victim tags: lines are lost in a small L1D, and told to --warp ccws alone'
rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"

# What an arbiter grants is what its policy means, read off the waves.
for w in gto lrr; do
    (cd "$tmp/cwd" && "$ctadel" run lcs mmul --size tiny --warp $w --waves w.fst) >/dev/null 2>&1
    fst2vcd "$tmp/cwd/w.fst" 2>/dev/null | awk -v policy=$w -f tests/cli/grants.awk >"$tmp/out"
    verdict $? "every grant of --warp $w is the policy's"
    rm -f "$tmp/cwd/w.fst"
done
