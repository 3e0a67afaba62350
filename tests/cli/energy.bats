#!/usr/bin/env bats
# Energy: in the table and the statistics when the machine has figures, "-" when it has none, and gating makes what is
# not allocated free.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

static_pj() { # OPTIONS: static energy of the register file, of a run
    ctadel run lcs28 vadd --size tiny --engine c --stats e.json "$@" >"$tmp/out" 2>&1
    sed -n 's/.*"rf_static_pj": \([0-9]*\).*/\1/p' e.json
}

value() { sed -n "s/^$1,\([^,]*\),.*/\1/p" "$2"; } # STATISTIC FILE

@test "energy is in the table, and by kind and by place in the statistics" {
    static_pj >/dev/null
    check 'the table has millijoules' grep -qE 'energy mJ +0\.[0-9]+' "$tmp/out"
    check 'kinds and places add up to the same' grep -q '"law_places": true' e.json
}

@test "a kernel that ran alone has an energy, those that ran together have none" {
    ctadel run qv100 vadd --size tiny --engine c --stats-csv "$tmp/alone.csv" >"$tmp/out" 2>&1
    check 'one kernel: all of the energy' [ "$(value kernel0.energy_pj "$tmp/alone.csv")" = "$(value energy.total_pj "$tmp/alone.csv")" ]
    check 'and watts' [ "$(value kernel0.power_mw "$tmp/alone.csv")" -gt 60000 ]
    ctadel run smk15 bp+hot --size tiny --engine c --place mixed --limit smk --stats-csv "$tmp/mix.csv" >"$tmp/out" 2>&1
    check 'a mix: no energy of the first kernel' [ -z "$(value kernel0.energy_pj "$tmp/mix.csv")" ]
    check 'a mix: energy of kernels together' [ "$(value energy.beside_pj "$tmp/mix.csv")" -gt 0 ]
    check 'a mix: the law holds' grep -q '^energy.law_launches,true' "$tmp/mix.csv"
}

@test "storage gating makes the register file cost less, and 0 mW makes it free" {
    local gated always
    gated=$(static_pj)
    always=$(static_pj --set energy.storage_gating=0)
    check "gated: above 0 pJ" [ "$gated" -gt 0 ]
    check "always on: more pJ than gated" [ "$always" -gt "$gated" ]
    check "0 mW: 0 pJ" [ "$(static_pj --set energy.rf_static_mw=0)" = 0 ]
}

@test "a machine without figures has no energy, one with some of them is refused" {
    sed '/^energy:/,$d' "$here/configs/machines/lcs28.yaml" >"$tmp/plain.yaml"
    expect 0 'energy mJ +-$' run "$tmp/plain.yaml" vadd --size tiny --engine c
    refuse 'energy.rf_read_pj.*allowed: a whole number' run lcs28 vadd --set energy.rf_read_pj=x
    echo 'energy: {int_pj: 1}' >>"$tmp/plain.yaml"
    refuse 'plain.yaml: 26 required keys missing.*energy.imul_pj' run "$tmp/plain.yaml" vadd
    sed '/ int_pj:/,/ dram_read_pj:/d' "$here/configs/machines/gtx480.yaml" >"$tmp/few.yaml"
    refuse 'few.yaml: 18 required keys missing: .*, energy.dram_read_pj$' run "$tmp/few.yaml" vadd
}
