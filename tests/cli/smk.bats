#!/usr/bin/env bats
# SMK's limit through the whole program: what the timeline shows of Tb, and what is said where it does nothing.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "list policies has smk, its parameters are checked, and runs that it cannot help are noted" {
    expect 0 'limit.* smk' list policies
    refuse 'smk.sm=N, N from 0 to 255' run smk bp+hot --limit smk --set smk.sm=256
    refuse 'sm.pipes.sp is 8; --limit smk works with 1 to 7' run smk bp+hot --size tiny --limit smk --set sm.pipes.sp=8
    expect 0 'note: .*no two kernels ran at once, so --limit smk was as tmax' \
        run smk hot --size tiny --limit smk --engine c
    expect 0 'note: .*--place rr offers an SM to one kernel; it is made for mixed' \
        run smk bp+srad --size tiny --limit smk --engine c
}

tb_on() { # MACHINE
    expect 0 'output +pass' run "$1" bp+srad --size tiny --set sms=1 --place mixed --limit smk --engine lockstep \
        --timeline t.json
    check "$1: Tb changes by the rules" timeline tb_rules
    check "$1: SP over time" grep -q '"name": "SP", .*"percent": [1-9]' t.json
    check "$1: LD/ST over time" grep -q '"name": "LD/ST", .*"percent": [1-9]' t.json
    expect 0 '^table: ./t.csv$' report --timeline t.json
    # The table has a row for the start of each kernel, then one for every change.
    check "$1: the chart's table has every change of a Tb" [ "$(grep -c '"ph": "C", "name": "Tb ' t.json)" = \
        "$(awk -F, '/^"Tb / { n++; name[$1] } END { for (k in name) n--; print n }' t.csv)" ]
    check "$1: the chart draws Tb" grep -q "^plot .*title 'Tb " t.gp
}

@test "Tb, SP and LD/ST over time on smk, and their chart" {
    tb_on smk
}

@test "Tb, SP and LD/ST over time on lcs, and their chart" {
    tb_on lcs
}

@test "report --timeline: files that are missing, broken or without a Tb" {
    expect 2 '^ctadel: no.json: unable to open .*allowed is what ctadel run --timeline wrote' report --timeline no.json
    printf '{"traceEvents": [\n{]}\n' >t.json
    expect 2 '^ctadel: t.json:2: .*allowed is what ctadel run --timeline wrote' report --timeline t.json
    printf '{"traceEvents": []}\n' >t.json
    expect 2 '^ctadel: t.json: no kernel has a Tb; write it by ctadel run with --limit smk or smc' report --timeline t.json
    expect 2 'found an EXPERIMENT, --synth or --designs too' report smk --timeline t.json
}
