#!/bin/bash
# Writes every generated bank below $BUILD/rtl: STAGE_bank.v with all policies of a stage, and
# POLICY/arb_bank.v for each arbiter. A file that would not change is left alone.
#
# Called before lint, benches, proofs and synthesis, so that each works from a clean clone.
set -u
cd "$(dirname "$0")/.." || exit 2
BUILD=${BUILD:-build}

put() { # file, stage, policies...
    local file=$1
    shift
    mkdir -p "$(dirname "$file")"
    rtl/gen_bank.sh "$@" >"$file.$$" || { rm -f "$file.$$"; exit 2; }
    if cmp -s "$file.$$" "$file"; then rm "$file.$$"; else mv "$file.$$" "$file"; fi
}

for stage in place limit gate; do
    policies=$(for f in rtl/$stage/${stage}_*.v; do [ -r "$f" ] && basename "$f" .v; done)
    # shellcheck disable=SC2086  # module names, without blanks
    [ -z "$policies" ] || put "$BUILD/rtl/${stage}_bank.v" $stage $policies
done
for f in rtl/arb/arb_*.v; do
    policy=$(basename "$f" .v)
    case $policy in arb_top | arb_ctx) continue ;; esac
    put "$BUILD/rtl/$policy/arb_bank.v" arb "$policy"
done
