# shellcheck shell=bash disable=SC2154
# Energy: in the table and the statistics when the machine has figures, "-" when it has none, and
# gating makes what is not allocated free.
energy() { # arguments… -> rf_static_pj of the run
    (cd "$tmp/cwd" && "$ctadel" run lcs vadd --size tiny --engine c --stats e.json "$@") >"$tmp/out" 2>&1
    sed -n 's/.*"rf_static_pj": \([0-9]*\).*/\1/p' "$tmp/cwd/e.json"
}
gated=$(energy)
grep -qE 'energy mJ +0\.[0-9]+' "$tmp/out" && grep -q '"law_places": true' "$tmp/cwd/e.json"
verdict $? 'energy stands in the table, and by kind and by place in the statistics'
always=$(energy --set energy.storage_gating=0)
[ "$gated" -gt 0 ] && [ "$always" -gt "$gated" ]
verdict $? "register file, static: gated $gated pJ, always on $always pJ"
free=$(energy --set energy.rf_static_mw=0)
[ "$free" = 0 ]
verdict $? "register file of 0 mW: $free pJ"
rm -rf "$tmp/cwd" && mkdir "$tmp/cwd"

sed '/^energy:/,$d' configs/machines/lcs.yaml >"$tmp/plain.yaml"
expect 0 'energy mJ +-$' run "$tmp/plain.yaml" vadd --size tiny --engine c
refuse 'energy.rf_read_pj.*allowed: a whole number' run lcs vadd --set energy.rf_read_pj=x
echo 'energy: {int_pj: 1}' >>"$tmp/plain.yaml"
refuse 'plain.yaml: 25 keys missing.*energy.imul_pj' run "$tmp/plain.yaml" vadd
