#!/bin/bash
# Writes every generated file below $BUILD/rtl: STAGE_bank.v with all policies of a stage,
# POLICY/arb_bank.v for each arbiter, and policy_ids.vh, the POLICY values by name, for benches. A
# file that would not change is left alone.
#
# Called before lint, benches, proofs and synthesis, so that each works from a clean clone.
set -u
cd "$(dirname "$0")/.." || exit 2
BUILD=${BUILD:-build}

put() { # file, words for gen_bank.sh
    local file=$1
    shift
    mkdir -p "$(dirname "$file")"
    rtl/gen_bank.sh "$@" >"$file.$$" || { rm -f "$file.$$"; exit 2; }
    keep "$file"
}
keep() { # file: file.$$ takes its place if it differs
    local file=$1
    if cmp -s "$file.$$" "$file"; then rm "$file.$$"; else mv "$file.$$" "$file"; fi
}

ids=$BUILD/rtl/policy_ids.vh
mkdir -p "$BUILD/rtl"
: >"$ids.$$"
for stage in place limit gate; do
    policies=$(for f in rtl/$stage/${stage}_*.v; do [ -r "$f" ] && basename "$f" .v; done)
    # shellcheck disable=SC2086  # module names, without blanks
    [ -z "$policies" ] || put "$BUILD/rtl/${stage}_bank.v" $stage $policies
    # shellcheck disable=SC2086
    rtl/gen_bank.sh --ids $stage $policies >>"$ids.$$" || { rm -f "$ids.$$"; exit 2; }
done
keep "$ids"
for f in rtl/arb/arb_*.v; do
    policy=$(basename "$f" .v)
    case $policy in arb_top | arb_ctx) continue ;; esac
    put "$BUILD/rtl/$policy/arb_bank.v" arb "$policy"
done
