#!/usr/bin/env bats
# Warp issue of two kernels on an SM: whose warps each scheduler has under sim, whose turn it is under alt, and what sim
# does where there is one scheduler.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "sim and alt: the pins of the schedulers follow the policy, on 4 schedulers and on 2" {
    for w in sim alt; do
        for m in "smk15 4" "lcs28 2"; do
            expect 0 '^cycles' run "${m% *}" vadd+hot --size tiny --place mixed --warp $w --engine lockstep --set sms=1 \
                --waves w.fst
            fst2vcd w.fst -o w.vcd
            check "--warp $w on ${m% *}" awk -v policy=$w -v scheds="${m#* }" -f "$here/synth/vcd.awk" -f "$cli/halves.awk" w.vcd
        done
    done
}

@test "with one scheduler sim is alt, and one line says so" {
    local note='--warp sim needs two schedulers in an SM, dyncta30 has one: it acts as --warp alt'
    for w in sim alt; do
        ctadel run dyncta30 vadd+hot --size tiny --place mixed --warp $w --engine c --stats $w.json >"$tmp/out" 2>$w.err
    done
    check 'the statistics are the same' cmp sim.json alt.json
    check 'sim: one note' [ "$(grep -cF -- "$note" sim.err)" = 1 ]
    check 'alt: no note' not grep -q note alt.err
}

@test "with four schedulers there is nothing to note" {
    expect 0 'output +pass' run smk15 vadd+hot --size tiny --place mixed --warp sim,alt --engine c
    check 'no note' not grep -q note "$tmp/out"
}
