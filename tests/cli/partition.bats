#!/usr/bin/env bats
# Partitions: --partition, --lend, and what refuses them.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

row() { awk -v w="$1" -v c="$2" '$1 == w && NF >= 10 { print $c }' "$tmp/out"; } # of the table of workloads
sms() { # TIMELINE WORKLOAD: the SMs on which its CTAs ran
    jq -r --arg w "$2:" '[.traceEvents[] | select(.cat == "cta" and (.name | startswith($w))) | .args.sm] | unique | join(",")' "$1"
}

@test "two tenants: a partition of their own bounds the short kernel's wait; lending gives idle SMs away" {
    local -a mix=(run lcs28 mmul@small+vadd@tiny --engine c --place mixed)
    local shared halves lent long
    expect 0 'output  *pass$' "${mix[@]}"
    shared=$(row vadd 3)
    expect 0 'output  *pass$' "${mix[@]}" --partition 0-13+14-27
    halves=$(row vadd 3)
    long=$(row mmul 3)
    expect 0 'output  *pass$' "${mix[@]}" --partition 0-13+14-27 --lend
    lent=$(row mmul 3)
    check "vadd: $shared cycles on shared SMs, $halves on its own" [ "$halves" -lt "$shared" ]
    check "mmul: $long cycles on half of the SMs, $lent with those that vadd lends" [ "$((4 * lent))" -lt "$((3 * long))" ]
}

@test "isolation: a kernel's CTAs run on the SMs of its partition" {
    expect 0 'output  *pass$' run lcs28 mmul@tiny+vadd@tiny --place mixed --partition 0-2,5+20-27 --timeline t.json
    check 'SMs of mmul' [ "$(sms t.json mmul)" = 0,1,2,5 ]
    check 'SMs of vadd' [ "$(sms t.json vadd)" = 20,21,22,23,24,25,26,27 ]
}

@test "partitions in lockstep, with places, limits and gates, and with the cause of every refusal" {
    local -a options
    while read -ra options; do
        expect 0 'output  *pass$' run lcs28 mmul@tiny+vadd@tiny+bp@tiny --engine lockstep --why w.csv "${options[@]}"
    done <<'LIST'
--partition 0-13+14-27+7-20 --place mixed --lend
--partition 0-9+10-19+20-27 --place mixed_bcs --limit lcs --lend
--partition 0+1+2 --place rr --limit static --ctas 2
--partition 0-27+3+4 --place bcs --limit dyncta
--partition 0-3+4-7+0-7 --place mixed --limit smk --set pool.live=4
LIST
    grep -q partition w.csv
}

@test "partitions that a machine or a policy cannot have are refused by name" {
    local -a mix=(run lcs28 mmul+vadd --partition)
    local form='allowed: up to 5 sets of SMs from 0 to 143'
    refuse "partition: found '0-13.'; $form.*" "${mix[@]}" 0-13+
    refuse "partition: found '13-0.1'; $form.*" "${mix[@]}" 13-0+1
    refuse "partition: found '0-144.1'; $form.*" "${mix[@]}" 0-144+1
    refuse "partition: found '0,.1'; $form.*" "${mix[@]}" 0,+1
    refuse "partition: found 'all'; $form.*" "${mix[@]}" all
    refuse "partition: found ''; $form.*" "${mix[@]}" ''
    refuse 'partition: found 1 sets for 2 workloads; .*' "${mix[@]}" 0-3
    refuse "partition: set 2 has SM 28; allowed on machine 'lcs28': 0 to 27" "${mix[@]}" 0-13+14-28
    refuse 'partition: --place tile .*' "${mix[@]}" 0-13+14-27 --place tile
    refuse 'partition: --place spatial .*' "${mix[@]}" 0-13+14-27 --place spatial
    refuse 'partition: --limit smc .*' "${mix[@]}" 0-13+14-27 --limit smc
    refuse 'partition: --gate claso .*' "${mix[@]}" 0-13+14-27 --gate claso
    refuse 'partition: --gate dyncore .*' "${mix[@]}" 0-13+14-27 --gate dyncore
    refuse 'lend: there is no --partition; .*' run lcs28 mmul+vadd --lend
    refuse 'partition: found 1 sets for 0 workloads; .*' run lcs28 --trace "$here/README.md" --partition 0-3
}

@test "a sweep runs a column of its own for priorities and for partitions, and refuses those of another number of workloads" {
    cat >mix.yaml <<'Y'
machine: lcs28
workloads: [mmul@tiny+vadd@tiny]
base: {engine: c}
points:
  plain: {place: mixed}
  own:   {place: mixed, partition: 0-26+27}
  lent:  {place: mixed, partition: 0-26+27, lend: true}
  order: {place: rr}
  first: {place: rr, priority: 0+7}
metric: slow_last
Y
    expect 0 '^mmul' sweep mix.yaml --out r
    check 'five different slow-downs' [ "$(awk '/^mmul/ { for (i = 2; i <= NF; i++) print $i }' "$tmp/out" | sort -u | wc -l)" = 5 ]
    sed -i 's/vadd@tiny/vadd@tiny, vadd@tiny/' mix.yaml
    refused '.*mix.yaml: own: --partition: found 2 sets for 1 workloads; .*' sweep "$PWD/mix.yaml" --out r
}
