#!/usr/bin/env bats
# --set of a policy that no run of the command uses: a line that says so, and the run goes on.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

notes() { # LINES REGEX ARG…: exit 0, so many notes on stderr, each of them matches
    local lines=$1 regex=$2 got=0 status=0
    shift 2
    ctadel "$@" 2>"$tmp/out" >/dev/null || got=$?
    [ $got = 0 ] && [ "$(grep -c 'has no effect' "$tmp/out")" = "$lines" ] &&
        [ "$(grep 'has no effect' "$tmp/out" | grep -cE -- "$regex")" = "$lines" ] || status=1
    verdict $status "ctadel $*: exit $got, expected $lines notes /$regex/"
}
run=(run lcs28 vadd --size tiny --engine c)

@test "a parameter of a policy that is not in use is noted, with the option that puts it to use" {
    notes 1 '^ctadel: note: --set dyncta.window_cycles .*policy dyncta \(ctadel run --limit dyncta\)$' \
        "${run[@]}" --set dyncta.window_cycles=512
    notes 1 'claso.p_a .*policy claso \(ctadel run --gate claso\)' "${run[@]}" --gate dyncore --set claso.p_a=2
    notes 1 'bcs.block .*policy bcs \(ctadel run --place bcs\)' \
        "${run[@]}" --set bcs.block=4 --limit lcs,tmax --warp gto,lrr
    notes 1 'static.n .*policy static \(ctadel run --ctas N\)' "${run[@]}" --set static.n=4
    notes 2 '(lcs.scope .*--limit lcs|dyncore.sms .*--gate dyncore)' \
        "${run[@]}" --set lcs.scope=1 --set dyncore.sms=2 --set lcs.scope=0
}

@test "a machine key without effect on this machine or under these policies is noted" {
    notes 1 '^ctadel: note: --set sm.victim_tags has no effect: no run uses a warp policy .*--warp ccws\)$' \
        "${run[@]}" --set sm.victim_tags=8
    notes 0 '' "${run[@]}" --set sm.victim_tags=8 --warp gto,ccws
    notes 1 'sm.results has no effect: the machine has no operand collectors' "${run[@]}" --set sm.results=3
    notes 0 '' run gtx480 vadd --size tiny --engine c --set sm.results=3
    local key
    notes 1 'sm.consumers has no effect: no counting scoreboard decides' "${run[@]}" --set sm.consumers=3
    notes 0 '' run a6000 vadd --size tiny --engine c --set sm.issue_by=counting_scoreboard --set sm.consumers=3
    for key in sm.reuse=cache sm.fp_units=either sm.memory_queue=4 sm.address_cycles=3 sm.memory_interval_cycles=3 sm.copy_cycles=3; do
        notes 1 "${key%=*} has no effect: the machine's sub-cores have no stages" "${run[@]}" --set $key
    done
    for key in sm.l0i.hit_cycles sm.l0c.miss_cycles sm.ldc.return_cycles; do
        notes 1 "${key%.*}.\\* has no effect: the machine's sub-cores have no stages" "${run[@]}" --set $key=3
    done
    notes 1 'sm_network.\* has no effect: the machine has no network between SMs' "${run[@]}" --set sm_network.queue=4
    notes 0 '' "${run[@]}" --set sm_network.bits=88 --set sm_network.queue=4
    notes 1 'sm.f64_division has no effect: the machine has no DP pipelines' "${run[@]}" --set sm.pipes.dp=0 --set sm.f64_division=sfu
    notes 1 'dram.t\* has no effect: .*dram.kind=frfcfs\)$' "${run[@]}" --set dram.kind=fixed --set dram.tCL=9 --set dram.tRP=9
    notes 1 'dram.buses has no effect: .*dram.kind=frfcfs\)$' "${run[@]}" --set dram.kind=fixed --set dram.buses=two
    notes 1 'sm.lat.uniform.\* has no effect: the machine has no unit for the uniform datapath' \
        run qv100 vadd --size tiny --engine c --set sm.lat.uniform.latency_cycles=9
    notes 1 'sm.lat.tensor.\* has no effect: .*sm.pipes.tensor\)$' "${run[@]}" --set sm.lat.tensor.latency_cycles=9
    notes 1 'sm.lat.texture.\* has no effect: .*sm.pipes.texture\)$' "${run[@]}" --set sm.lat.texture.latency_cycles=9
    notes 0 '' run qv100 vadd --size tiny --engine c --set sm.lat.tensor.latency_cycles=9 --set sm.lat.texture.latency_cycles=9
    notes 1 'sm.issue_width.\* has no effect: a sub-core has one place' run qv100 vadd --size tiny --engine c --set sm.issue_width.sp=2
    local staged=(run a6000 vadd --size tiny --engine c --set sm.issue_by=scoreboard)
    notes 0 '' "${staged[@]}" --set sm.reuse=none --set sm.fp_units=sp --set sm.memory_queue=4 --set sm.l0i.hit_cycles=3 \
        --set sm.register_banks=16
    notes 1 'sm.results has no effect: the machine has no operand collectors' "${staged[@]}" --set sm.results=3
    notes 1 'sm.issue_width.\* has no effect: a sub-core has one place' "${staged[@]}" --set sm.issue_width.sp=2
    notes 1 'sm.code_\* has no effect: every fetch hits' run qv100 vadd --size tiny --engine c --set sm.code_places=overlaid
    notes 1 'sm.l1i\* has no effect: every fetch hits' run qv100 vadd --size tiny --engine c --set sm.l1i.sets=1
    notes 1 'sm.l1t.\* has no effect: textures look up the L1D' run v100 vadd --size tiny --engine c --set sm.l1t.sets=8
    notes 0 '' run qv100 vadd --size tiny --engine c --set sm.l1t.sets=8 --set sm.code=ptxas
    ctadel trace qv100 vadd --size tiny --out traced >/dev/null
    notes 1 'sm.code has no effect: traces and sequences have machine code already' run qv100 --trace traced/kernelslist.g --engine c --set sm.code=ptxas
    notes 1 'icnt.vcs has no effect: the crossbar moves whole packets' run qv100 vadd --size tiny --engine c --set icnt.vcs=2
    notes 1 'sm.unified_bytes has no effect: L1D and shared memory are apart' "${run[@]}" --set sm.unified_bytes=4096
    notes 1 'sm.l1d_bank_bytes has no effect: the L1D has one bank' "${run[@]}" --set sm.l1d_bank_bytes=128
    notes 1 'icnt.reply_queue has no effect: .*icnt.kind=xbar\)$' "${run[@]}" --set icnt.reply_queue=8
    notes 1 'l2.write_bytes has no effect: .*sm.store_words=exact' run gtx480 vadd --size tiny --engine c --set sm.store_words=all \
        --set l2.write_bytes=summed
    notes 0 '' "${run[@]}" --set dram.tCL=9
}

@test "an unknown key is compared with those of machine and policies, with and without the policy" {
    local key='^ctadel: .*--set: unknown key'
    refuse "$key 'rounding'; did you mean lcs.rounding\?$" "${run[@]}" --set rounding=1
    refuse "$key 'p_a'; did you mean claso.p_a\?$" "${run[@]}" --set p_a=1
    refuse "$key 'roundin'; did you mean lcs.rounding\?$" "${run[@]}" --set roundin=1
    refuse "$key 'dynta.window_cycles'; did you mean dyncta.window_cycles\?$" "${run[@]}" --set dynta.window_cycles=64
    refuse "$key 'window_cycle'; did you mean dyncta.window_cycles or .*dyncore.window_cycles\?$" \
        "${run[@]}" --set window_cycle=64
    refuse "$key 'edge0'; did you mean sas.edge0\?$" "${run[@]}" --set edge0=4
    refuse "$key smz; did you mean sms\? allowed at the top" "${run[@]}" --set smz=4
    refuse "$key nothing" "${run[@]}" --set nothing=1
}

@test "a parameter that one of the runs uses is not noted" {
    notes 0 '' "${run[@]}" --set lcs.scope=1 --limit tmax,lcs
    notes 0 '' "${run[@]}" --set static.n=1 --ctas 2
    notes 0 '' "${run[@]}" --set claso.p_a=2 --set dyncore.sms=2 --gate claso,dyncore
}

@test "a sweep notes a parameter that is set in no point that uses its policy" {
    cat >sets.yaml <<'Y'
machine: lcs28
size: tiny
workloads: [vadd]
base: {engine: c, set: [lcs.scope=1]}
points:
  plain: {}
  lcs: {limit: lcs}
  dyncta: {limit: dyncta, set: [claso.p_a=2]}
  claso: {gate: claso}
normalise: first
Y
    notes 1 'sets.yaml: set claso.p_a has no effect: no run uses the policy claso \(gate: claso\)$' \
        sweep sets.yaml --out sets
    sed -i 's/claso: {gate: claso}/claso: {gate: claso, set: [claso.p_a=1]}/' sets.yaml
    notes 0 '' sweep sets.yaml --out sets
}

windows() { # KEY=VALUE KEY=VALUE: cycles of a run under both policies
    ctadel run lcs28 mmul --size tiny --set sms=4 --limit dyncta --gate dyncore --engine c \
        --set "$1" --set "$2" 2>"$tmp/out" | awk '/^cycles/ { print $NF }'
}

@test "two policies with a parameter of the same name get a value each, in either order" {
    local both swapped short long
    both=$(windows dyncta.window_cycles=512 dyncore.window_cycles=4096)
    swapped=$(windows dyncore.window_cycles=4096 dyncta.window_cycles=512)
    short=$(windows dyncta.window_cycles=512 dyncore.window_cycles=512)
    long=$(windows dyncta.window_cycles=4096 dyncore.window_cycles=4096)
    check 'cycles are found' [ -n "$both" ]
    check 'the order does not matter' [ "$both" = "$swapped" ]
    check 'not as with both short' [ "$both" != "$short" ]
    check 'not as with both long' [ "$both" != "$long" ]
}

@test "a sweep on another machine, of one's own that is like a shipped one" {
    printf 'title: t\nmachine: lcs28\nsize: tiny\nworkloads: [vadd]\npoints: {a: {engine: c}}\n' >exp.yaml
    cp "$here/configs/machines/lcs28.yaml" .
    printf 'like: lcs28\nsms: 2\n' >few.yaml
    expect 0 '^runs: a/runs.csv' sweep exp.yaml --out a
    expect 0 '^runs: b/runs.csv' sweep exp.yaml --machine few.yaml --out b
    check 'the rows name their machines' [ "$(cat ?/runs.csv | grep -cE '^"a","vadd","(lcs28|few)",')" = 2 ]
    printf 'like: lcs28\nsms: 4\n' >few.yaml
    expect 0 '^runs: b/runs.csv' sweep exp.yaml --machine few.yaml --out b
    check 'another machine is another row' [ "$(find b/rows -name '*.json' | wc -l)" = 2 ]
    refused "unknown machine 'lsc'; did you mean lcs" sweep "$PWD/exp.yaml" --machine lsc
    refused '^ctadel: --machine: .*no.yaml: cannot be read' sweep "$PWD/exp.yaml" --machine "$tmp/no.yaml"
}
