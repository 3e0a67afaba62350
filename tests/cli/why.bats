#!/usr/bin/env bats
# `run --why` and `ctadel why`: why no CTA went to an SM in a cycle.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

says() { # CYCLE REGEX ARG…: `ctadel why` of that cycle has a line that matches
    local cycle=$1 regex=$2
    shift 2
    expect 0 "$regex" why "$tmp/why.csv" --cycle "$cycle" "$@"
}

@test "causes of every stage, the same in RTL and golden model" {
    local options causes cause
    while read -r causes options; do
        # shellcheck disable=SC2086
        expect 0 '^' run $options --engine lockstep --why "$tmp/why.csv" --stats "$tmp/why.json"
        for cause in ${causes//,/ }; do
            check "$options: cycles refused by $cause" \
                jq -e ".gpu.refused_$cause > 0" "$tmp/why.json"
        done
    done <<'RUNS'
threads,masked,turn,nothing lcs28 vadd --size small --set sms=2
slots lcs28 vadd --size tiny --set sms=1 --set sm.cta_slots=2
smem lcs28 mmul --size tiny --set sms=1 --set sm.smem_bytes=4096
limit,nothing lcs28 mmul --size small --ctas 1 --set sms=2
limit,regs lcs28 mmul --size small --limit lcs --set sms=2
gate,regs lcs28 stn --size small --gate claso --set sms=2
block,place lcs28 mmul --size small --place bcs --set sms=2
place,limit smk15 bp+srad --size tiny --place mixed --limit smk
gate,place smk15 bp+hot --size tiny --place spatial --gate claso
RUNS
}

@test "the table and the timeline show the causes" {
    expect 0 '^limit +[0-9.]+ %$' run lcs28 mmul --size small --ctas 1 --set sms=2 --engine c --why "$tmp/why.csv" \
        --stats "$tmp/why.json" --timeline "$tmp/why.trace.json"
    check 'the bars of a cause are as long as its cycles, but for those with a dispatch' \
        jq -e --slurpfile stats "$tmp/why.json" '[.traceEvents[] | select(.cat == "refused" and .name == "limit") | .args.cycles]
            | add | . >= $stats[0].gpu.refused_limit and . <= $stats[0].gpu.refused_limit + $stats[0].gpu.dispatched' \
        "$tmp/why.trace.json"
    expect 0 "output +pass" run lcs28 mmul --size tiny --ctas 1 --engine c --timeline "$tmp/plain.trace.json"
    check 'none without --why' jq -e '[.traceEvents[] | select(.cat == "refused")] | length == 0' "$tmp/plain.trace.json"
}

@test "a sentence for a cycle, for all SMs and for one" {
    expect 0 '^why: ' run lcs28 mmul --size small --ctas 1 --set sms=2 --engine c --why "$tmp/why.csv"
    local at lid
    at=$(awk -F, '$4 == "dispatched" { n++; if (n == 4) { print $1; exit } }' "$tmp/why.csv")
    lid=$(awk -F, '$4 == "dispatched" { n++; if (n == 4) { print $5; exit } }' "$tmp/why.csv")
    says "$at" "^lcs28, cycle $at of 0 to [0-9]+: a CTA was dispatched$"
    says "$at" "CTA $lid went to SM [01] in cycle $at"
    says $((at - 1)) "next, CTA $lid goes to SM [01] in cycle $at"
    says $((at - 1)) '^  SM [01](-1)?: holds as many CTAs of the kernel as the limit policy allows$'
    says $((at - 1)) '^  SM 1: ' --sm 1
    says 0 'no kernel had a CTA to dispatch|was dispatched'
}

@test "bad input of ctadel why" {
    expect 0 '^why: ' run lcs28 vadd --size tiny --engine c --why "$tmp/why.csv"
    refused "^ctadel: --cycle: found '99999999'; allowed: 0 to [0-9]+, the last cycle of " why "$tmp/why.csv" --cycle 99999999
    refused "^ctadel: --sm: found '28'; allowed: 0 to 27, the SMs of lcs28$" why "$tmp/why.csv" --cycle 1 --sm 28
    refused "^ctadel: --cycle: found 'x'; allowed: a number of a cycle, from 0$" why "$tmp/why.csv" --cycle x
    refused '^ctadel: --cycle N is missing; see ctadel why --help$' why "$tmp/why.csv"
    refused '^ctadel: FILE.csv is missing; see ctadel why --help$' why --cycle 1
    refused 'no-file.csv: cannot be read: No such file' why no-file.csv --cycle 1
    echo '{}' >"$tmp/x.json"
    refused 'x.json:1: is no file of ctadel run --why; write one: ' why "$tmp/x.json" --cycle 1
    head -n 20 "$tmp/why.csv" >"$tmp/cut.csv"
    refused "cut.csv:20: ends without '# end': it is not whole, or empty$" why "$tmp/cut.csv" --cycle 1
    sed '7s/,[a-z+]*,/,tired,/' "$tmp/why.csv" >"$tmp/odd.csv"
    refused "odd.csv:7: cause: found 'tired'; allowed: " why "$tmp/odd.csv" --cycle 1
}
