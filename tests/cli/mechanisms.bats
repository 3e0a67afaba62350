#!/usr/bin/env bats
# The table of mechanisms in docs/papers.md: every row has what the text above it promises.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

@test "every mechanism in docs/papers.md has a module, golden model, bench, proof, mutants, experiment and costs" {
    local mechanism module experiment
    while IFS='|' read -r _ mechanism _ module experiment _; do
        module=${module//[\` ]/} experiment=${experiment//[\` ]/} mechanism=$(echo "$mechanism" | xargs)
        for f in "$here"/rtl/*/"$module.v" "$here/sim_c/policy/$module.c" "$here/tests/rtl/${module}_tb.v" \
            "$here/tests/formal/mutants/$module.sed" "$here/configs/experiments/$experiment.yaml"; do
            check "docs/papers.md, mechanism '$mechanism'" [ -f "$f" ]
        done
        check "docs/papers.md, mechanism '$mechanism': a proof" \
            grep -q "^$module;" "$here"/tests/formal/proofs_*.txt
        check "docs/papers.md, mechanism '$mechanism': a row of costs" \
            grep -q ",${module#*_},\|,$module," "$here"/synth/costs.csv "$here"/synth/task.csv
        rows=$((${rows:-0} + 1))
    done < <(sed -n '/^## Mechanisms/,/^## Parameters/p' "$here/docs/papers.md" | grep '^| .*`')
    check 'the table has rows' [ "${rows:-0}" -gt 5 ]
}
