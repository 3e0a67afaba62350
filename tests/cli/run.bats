#!/usr/bin/env bats
# What runs say: the table, the files, the semantics of limits and warp policies.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "help, version, list and unknown commands" {
    expect 2 'usage' # no argument
    expect 0 '^  l2.writeback .*default before' help machine
    expect 0 '^  sm.l1d_wait_cycles .*default 0' help machine
    expect 0 '^  lcs.scope +0\.\.1 .*\(default 0; --limit lcs\)$' help policies
    expect 0 '^  static.n +0\.\.[0-9]+ .*\(default 1; --ctas N\)$' help policies
    expect 0 'ctadel run lcs28' --help
    expect 0 'ctadel run' run --help
    expect 0 'ctadel [0-9]' --version
    expect 0 'mmul' list
    expect 2 "unknown command 'rnu'.*run" rnu
}

# columns N ARG…: the names printed by ctadel ARG… are followed by texts that begin in at most N different columns
columns() {
    local most=$1
    shift
    expect 0 '^  [a-z]' "$@"
    sed -n 's/^\(  [a-z][^ ]* *\)[^ ].*/\1/p' "$tmp/out" | awk '{ print length }' | sort -u >"$tmp/columns"
    check "ctadel $*: texts line up" [ "$(wc -l <"$tmp/columns")" -le "$most" ]
}

@test "columns of lists line up, and every help text ends with the exit codes" {
    local command
    columns 1 list experiments
    columns 2 list machines # numbers of SMs are right-aligned
    columns 3 help metrics  # units, texts of metrics without a unit, and the example
    expect 0 '1 CTA each.* 1 MC$' list machines
    for command in run cuda launchable sweep report compare synth list trace trace-info; do
        expect 0 '^Exit code: ' "$command" --help
    done
}

@test "runs print their table, under one or several policies" {
    expect 0 'pass' run lcs28 vadd --size tiny
    expect 0 'cycles' run lcs28 vadd --size tiny --warp gto,lrr
    expect 0 'pass' run lcs28 mmul --size tiny --engine c
}

@test "a limit of n CTAs per SM is never passed, and T_max is what fits: 1536 threads / 256 = 6" {
    for n in 1 3 6; do
        expect 0 "CTAs per SM.* $n\$" run lcs28 vadd --size small --ctas $n --engine lockstep
    done
    expect 0 'CTAs per SM.* 6$' run lcs28 vadd --size small --engine lockstep
}

@test "the timeline: CTA i of the first wave is on SM i mod 28 [LCS, Figure 3], one CTA a slot at a time" {
    expect 0 '^cycles' run lcs28 vadd --size small --timeline t.json --stats s.json --stats-csv s.csv
    check 'round robin over 28 SMs' timeline 'in_turn(28; 168; 1)'
    check 'statistics as CSV' [ -s s.csv ]
    check 'statistics as JSON, with the laws in it' grep -q '"law_done": true' s.json
}

@test "a timeline has the members of Chrome's trace event format, and the check of it sees each that is missing or wrong" {
    expect 0 '^cycles' run smk15 bp+hot --size tiny --engine c --place mixed --limit smk --timeline t.json
    check 'as written' timeline perfetto
    cp t.json good.json
    for edit in '.more = 1' 'del(.displayTimeUnit)' '([.traceEvents[].ph] | index("X")) as $i | .traceEvents[$i].dur = -1' \
        'del(.traceEvents[-1].ts)' '.traceEvents[-1].ph = "Q"' '.traceEvents[0].args = {"title": "SM 0"}' \
        '.traceEvents |= map(select(.name != "thread_sort_index"))' '(.traceEvents[] | select(.tid == 101)).tid = 1000' \
        '.traceEvents[0].tid = 1' '.traceEvents[-1].pid = "1"' '.traceEvents[-1].color = "red"'; do
        jq "$edit" good.json >t.json
        check "refused: $edit" not timeline perfetto
    done
}

@test "victim tags: lines are lost in a small L1D, and counted under --warp ccws alone" {
    expect 0 '^cycles' run lcs28 bfs --size tiny --warp gto,ccws --set sm.l1d.sets=1 --stats v.json
    check 'ccws' grep -q '"lost": [1-9]' v.ccws.json
    check 'gto' not grep -q '"lost": [1-9]' v.gto.json
}

@test "every grant of gto and of lrr is the policy's, read off the waves" {
    for w in gto lrr; do
        expect 0 '^cycles' run lcs28 mmul --size tiny --warp $w --waves w.fst
        fst2vcd w.fst -o w.vcd
        check "--warp $w" awk -v policy=$w -f "$here/synth/vcd.awk" -f "$cli/grants.awk" w.vcd
    done
}

# A wave clocks a gated arbiter only when its SM does: one clock more would change its list.
@test "waves change no cycle under a warp policy that is clocked in every cycle" {
    local w plain
    for w in tl_active tl_clocked; do
        plain=$(cycles_of lcs28 mmul --size tiny --engine rtl --warp $w)
        check "--warp $w: cycles" [ -n "$plain" ]
        check "--warp $w: the same with waves" [ "$(cycles_of lcs28 mmul --size tiny --engine rtl --warp $w --waves w.fst)" = "$plain" ]
    done
}

@test "an RTL run needs little address space: its models start no threads, however many processors there are" {
    (ulimit -v 130000 && expect 0 'output +pass' run lcs28 vadd --size tiny)
    (ulimit -v 130000 && expect 0 'output +pass' run sas4 hot3 --size tiny)
}
