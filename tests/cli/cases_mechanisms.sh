# shellcheck shell=bash disable=SC2154
# The table of mechanisms in docs/papers.md: every row has what the text above it promises.
while IFS='|' read -r _ mechanism _ module experiment _; do
    module=${module//[\` ]/} experiment=${experiment//[\` ]/}
    missing=
    : >"$tmp/out"
    for f in "$here"/rtl/*/"$module.v" "$here/sim_c/policy/$module.c" "$here/tests/rtl/${module}_tb.v" \
        "$here/tests/formal/mutants/$module.sed" "$here/configs/experiments/$experiment.yaml"; do
        [ -f "$f" ] || missing="$missing ${f#"$here/"}"
    done
    cat "$here"/tests/formal/proofs_*.txt | grep -q "^$module;" || missing="$missing a-proof"
    cat "$here"/synth/costs.csv "$here"/synth/task.csv | grep -q ",${module#*_},\|,$module," || missing="$missing a-row-of-costs"
    [ -z "$missing" ]
    verdict $? "docs/papers.md, mechanism '$(echo "$mechanism" | xargs)': missing$missing"
done < <(sed -n '/^## Mechanisms/,/^## Parameters/p' "$here/docs/papers.md" | grep '^| .*`')
