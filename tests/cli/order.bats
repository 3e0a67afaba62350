#!/usr/bin/env bats
# Places that change the order of kernels or of SMs, through the whole program: backfill and engines.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

cycles() { awk '$1 == "cycles" { print $2; exit }' "$tmp/out"; }
of() { awk -v name="$1" '$1 == name && NF > 8 { print $3 }' "$tmp/out"; } # cycles in the mix
between() { [ "$2" -gt "$1" ] && [ "$2" -lt "$3" ]; }

@test "backfill: a kernel whose CTAs fit passes one whose CTAs do not, as often as backfill.pass allows" {
    local last=45000 pass
    for pass in 0 8 64; do
        expect 0 'output  *pass$' run lcs28 mmul@small+vadd@tiny --place backfill --set backfill.pass=$pass --engine c
        check "backfill.pass=$pass: vadd ends before $last, after $(of vadd)" between 3000 "$(of vadd)" "$last"
        check 'mmul waits for nothing' between 47000 "$(of mmul)" 49500
        last=$(($(of vadd) * 4 / 5))
    done
}

@test "backfill in lockstep: priorities, partitions, limits, gates, kernels of every machine" {
    local options
    while read -r options; do
        # shellcheck disable=SC2086  # options
        expect 0 'output  *pass$' run $options --size tiny --place backfill --engine lockstep
    done <<'END'
lcs28 mmul+vadd+bp --priority 0+7+3
lcs28 mmul+vadd --partition 0-13+7-27 --lend
lcs28 mmul+vadd+bp+hot --set backfill.pass=2
smk15 bp+srad --set sms=1 --limit lcs --gate claso
gtx480 fft+lib --limit dyncta
smk132 bp+srad --set sms=5 --set backfill.pass=1
END
}

@test "engines in lockstep: sizes, limits, gates, blocks of a machine" {
    local options
    while read -r options; do
        # shellcheck disable=SC2086  # options
        expect 0 'output  *pass$' run $options --size tiny --place engines --engine lockstep
    done <<'END'
lcs28 mmul+vadd --priority 0+7
lcs28 conv --set engines.size=0
lcs28 conv --set engines.size=256
lcs28 conv --set engines.size=11 --limit lcs --gate claso
smk15 bp+srad --set engines.size=2 --limit smk
gtx480 fft+lib --limit dyncta --gate dyncore
smk132 hot --set sms=131
END
}

@test "engines: even ones are about as fast as SMs in turn, uneven ones are not" {
    local plain
    expect 0 'output  *pass$' run lcs28 mmul --size small --engine c
    plain=$(cycles)
    expect 0 'output  *pass$' run lcs28 mmul --size small --engine c --place engines
    check "engines of 7: $(cycles) cycles, SMs in turn $plain" between $((plain * 19 / 20)) "$(cycles)" $((plain * 21 / 20))
    expect 0 'output  *pass$' run lcs28 mmul --size small --engine c --place engines --set engines.size=8
    check "engines of 8, 8, 8, 4: $(cycles) cycles" [ "$(cycles)" -gt $((plain * 13 / 10)) ]
}

@test "engines: on an idle machine CTAs go to one engine after the other, in each to one SM after the other" {
    expect 0 'output  *pass$' run lcs28 vadd --size tiny --set sms=5 --set engines.size=2 --place engines --timeline t.json
    check 'first SMs' [ "$(jq -c '[.traceEvents[] | select(.cat == "cta") | .args] | sort_by(.lid) | map(.sm) | .[0:9]' t.json)" = '[0,2,4,1,3,4,0,2,4]' ]
}

@test "values, partitions that the places cannot have are refused" {
    refuse 'backfill\.pass.*65536.*65535' run lcs28 mmul --place backfill --set backfill.pass=65536
    refuse 'engines\.size.*257.*256' run lcs28 mmul --place engines --set engines.size=257
    refuse '.*--place engines.*' run lcs28 mmul+vadd --place engines --partition 0-13+14-27
}
