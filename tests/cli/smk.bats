#!/usr/bin/env bats
# SMK's limit through the whole program: what the timeline shows of Tb, and what is said where it does nothing.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "list policies has smk, its parameters are checked, and runs that it cannot help are noted" {
    expect 0 'limit.* smk' list policies
    refuse 'smk.sm=N, N from 0 to 255' run smk15 bp+hot --limit smk --set smk.sm=256
    refuse 'sm.pipes.sp is 8; --limit smk works with 1 to 7' run smk15 bp+hot --size tiny --limit smk --set sm.pipes.sp=8
    expect 0 'note: .*no two kernels ran at once, so --limit smk was as tmax' \
        run smk15 hot --size tiny --limit smk --engine c
    check 'one line' [ "$(grep -c 'ctadel: ' "$tmp/out")" = 1 ]
    local alone
    alone=$(awk '/^cycles/ { print $2 }' "$tmp/out")
    expect 0 "^cycles +$alone\$" run smk15 hot --size tiny --limit tmax --engine c
    expect 0 'note: .*--place rr offers an SM to one kernel; it is made for mixed' \
        run smk15 bp+srad --size tiny --limit smk --engine c
}

tb_on() { # MACHINE
    expect 0 'output +pass' run "$1" bp+srad --size tiny --set sms=1 --place mixed --limit smk --engine lockstep \
        --timeline t.json
    check "$1: Tb changes by the rules" timeline tb_rules
    check "$1: each event has a track of its own" timeline perfetto
    check "$1: SP over time" grep -q '"name": "SP", .*"percent": [1-9]' t.json
    check "$1: LD/ST over time" grep -q '"name": "LD/ST", .*"percent": [1-9]' t.json
    expect 0 '^table: ./t.csv$' report --timeline t.json --html t.html
    if command -v gnuplot >/dev/null; then
        check "$1: the page has the chart with a line for Tb" grep -q '>Tb ' t.html
    fi
    # The table has a row for the start of each kernel, then one for every change.
    check "$1: the chart's table has every change of a Tb" [ "$(grep -c '"ph": "C", "name": "Tb ' t.json)" = \
        "$(awk -F, '/^Tb / { n++; name[$1] } END { for (k in name) n--; print n }' t.csv)" ]
    check "$1: the chart draws Tb" grep -q "^plot .*title 'Tb " t.gp
}

# The waves' pins under the paper's rules: PUCT, critical pipeline, PUHP, history, start, raise, lower, resources.
decisions_of() { # MACHINE MIX PAIRS DECISIONS RAISES LOWERS
    expect 0 'output +pass' run "$1" "$2" --size tiny --set sms=1 --place mixed --limit smk --waves w.fst --stats s.json
    fst2vcd w.fst -o w.vcd
    check "$1 $2: the replay of the algorithm agrees" awk -v starts="$3" -v decisions="$4" -v raises="$5" -v lowers="$6" \
        -f "$here/synth/vcd.awk" -f "$cli/smk.awk" w.vcd
    check "$1 $2: the statistics have its decisions" jq -e --arg said "$(cat "$tmp/said")" '[.[] | objects | .smk? | objects]
        as $of | [$said | scan("[0-9]+") | tonumber][1:] == [.smk.samples, ($of | map(.raises) | add), ($of | map(.lowers) | add)]' s.json
}

@test "each decision follows from the reports of its sample" {
    decisions_of smk15 bp+srad 3 3 1 1
    decisions_of lcs28 vadd+bp 1 7 4 4
}

@test "Tb, SP and LD/ST over time on smk15, and their chart" {
    tb_on smk15
}

@test "Tb, SP and LD/ST over time on lcs28, and their chart" {
    tb_on lcs28
}

@test "report --timeline: files that are missing, broken or without a Tb" {
    refused '^ctadel: .: cannot be read: Is a directory; allowed: a file that ctadel run --timeline wrote$' report --timeline .
    expect 2 '^ctadel: no.json: cannot be read: No such file.*; allowed: a file that ctadel run --timeline wrote$' report --timeline no.json
    printf '{"traceEvents": [\n{]}\n' >t.json
    expect 2 '^ctadel: t.json:2: .*allowed: a file that ctadel run --timeline wrote$' report --timeline t.json
    printf '{"traceEvents": []}\n' >t.json
    expect 2 '^ctadel: t.json: no kernel has a CTA limit \(Tb\); write the timeline of a mix with --limit smk' report --timeline t.json
    expect 2 'found together with EXPERIMENT, --synth or --designs' report smk --timeline t.json
}

# An SM of smk has 48 KB of shared memory.
@test "kernels of which no SM holds a CTA each run beside each other on SMs of their own, and a note says so" {
    cp "$cli/kernels/touch.ptx" k.ptx
    local name bytes=30000
    for name in a b; do
        printf 'name: %s\nptx: k.ptx\nbuffers: {out: {type: u32, count: 8192}}\nlaunches:\n  - {%s, %s}\n' $name \
            'entry: touch, grid: [64], block: [128], registers: 8' \
            "args: [out, 8192], dynamic_smem_bytes: $bytes" >$name.yaml
        bytes=20000
    done
    expect 0 'note: .*an SM of smk15 cannot hold a CTA of each kernel \(1 pairs\), so under --limit smk each had SMs of its own' \
        run smk15 ./a.yaml+./b.yaml --place mixed --limit smk --engine lockstep --stats m.json
    check 'one note' [ "$(grep -c 'ctadel: note: ' "$tmp/out")" = 1 ]
    check 'the pair is counted' [ "$(jq .gpu.kernels_apart m.json)" = 1 ]
    check 'both ran at once' [ "$(jq .gpu.kernels_max m.json)" = 2 ]
    expect 0 'cycles' run smk15 ./a.yaml+./b.yaml --place mixed --limit smk --engine c --set sm.smem_bytes=65536
    check 'no note where both fit' not grep -q 'cannot hold a CTA of each' "$tmp/out"
}
