#!/usr/bin/env bats
# The SM with the most room through the whole program: SMs in turn while none is occupied; then the SM with the fewest
# CTAs; scores, limits and gates in lockstep.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

room() { expect 0 'output +pass' run "$1" "$2" --size tiny --place room "${@:3}" --timeline t.json; }

@test "on an idle machine the SMs take CTAs in turn" {
    for score in 0 1 2; do
        room lcs28 vadd --set sms=4 --set room.score=$score
        check "room.score=$score: single CTAs in turn" timeline 'in_turn(4; 8; 1)'
    done
}

@test "room.score=1: a CTA goes to an SM with the fewest CTAs, under rr not always" {
    for engine in rtl c; do
        room lcs28 bp+srad --set sms=5 --set room.score=1 --engine $engine
        check "$engine: SMs with the fewest CTAs" timeline 'fewest(5; 8)'
    done
    expect 0 'output +pass' run lcs28 bp+srad --size tiny --set sms=5 --timeline t.json
    check 'rr: other SMs' not timeline 'fewest(5; 8)'
}

@test "RTL and golden model agree on every machine, with a limit, a gate, two kernels" {
    for machine in lcs28 smk15 gtx480 smk132; do
        for score in 0 1 2; do
            room $machine bp+srad --set sms=5 --set room.score=$score --engine lockstep
        done
    done
    room lcs28 conv --limit dyncta --gate claso --engine lockstep
    room smk15 bp+hot --set sms=3 --limit lcs --engine lockstep
}

@test "a score that does not exist is refused" {
    refuse 'room\.score.*3.*2' run lcs28 mmul --place room --set room.score=3
}
