#!/bin/bash
# Writes every generated file below $BUILD/rtl; a file whose content is the same keeps its time.
#   STAGE_bank.v         all policies of a stage
#   POLICY/arb_bank.v    one arbiter
#   any/STAGE_bank.v     for proofs of the dispatcher: a policy that may give any answer
#   any/chosen/place_bank.v    for the proof of the dispatcher with the places that choose the CTA
#   monitor_*.vh         from the list of monitors
#   words_*.vh           from the tables of registers, for the modules that implement them
#   policy_ids.vh, registers*.vh    for benches: POLICY values, addresses of parameters and registers by name
#
# Lint, benches, proofs and synthesis call it first, so that each works from a clean clone.
set -u
cd "$(dirname "$0")/.." || exit 2
BUILD=${BUILD:-build}

put() { # file, command: what it prints
    local file=$1
    shift
    mkdir -p "$(dirname "$file")"
    "$@" >"$file.$$" || { rm -f "$file.$$"; exit 2; }
    keep "$file"
}
keep() { # file: file.$$ replaces it if they differ
    local file=$1
    if cmp -s "$file.$$" "$file"; then rm "$file.$$"; else mv "$file.$$" "$file"; fi
}

ids=$BUILD/rtl/policy_ids.vh
mkdir -p "$BUILD/rtl"
: >"$ids.$$"
for stage in place limit gate; do
    policies=$(for f in rtl/$stage/${stage}_*.v; do [ -r "$f" ] && basename "$f" .v; done)
    # shellcheck disable=SC2086  # module names, without blanks
    [ -z "$policies" ] || put "$BUILD/rtl/${stage}_bank.v" rtl/gen_bank.sh $stage $policies
    # shellcheck disable=SC2086
    rtl/gen_bank.sh --ids $stage $policies >>"$ids.$$" || { rm -f "$ids.$$"; exit 2; }
done
keep "$ids"
# Places that choose the CTA (pick_x_o) have a proof of disp_top of their own: the other one is about disp_walk's linear order.
linear=$(grep -Lw pick_x_o rtl/place/place_*.v | xargs -n1 basename -s .v)
chosen=$(grep -lw pick_x_o rtl/place/place_*.v | xargs -r -n1 basename -s .v)
# shellcheck disable=SC2086
put "$BUILD/rtl/any/place_bank.v" rtl/gen_bank.sh place $linear
# shellcheck disable=SC2086
[ -z "$chosen" ] || put "$BUILD/rtl/any/chosen/place_bank.v" rtl/gen_bank.sh place $chosen
put "$BUILD/rtl/any/limit_bank.v" rtl/gen_bank.sh limit limit_tmax tests/formal/any/limit_any.v
put "$BUILD/rtl/any/gate_bank.v" rtl/gen_bank.sh gate gate_none tests/formal/any/gate_any.v
for mode in ports pins none; do
    put "$BUILD/rtl/monitor_$mode.vh" awk -v mode=$mode -f rtl/gen/monitors.awk rtl/disp/monitors.txt
done
for block in disp kernel attr part gpcs; do
    put "$BUILD/rtl/words_$block.vh" rtl/gen_registers.sh words $block
done
put "$BUILD/rtl/registers.vh" rtl/gen_registers.sh addresses
put "$BUILD/rtl/words_sas.vh" rtl/gen_registers.sh --of task words sas
put "$BUILD/rtl/registers_sas.vh" rtl/gen_registers.sh --of task addresses
for f in rtl/arb/arb_*.v; do
    policy=$(basename "$f" .v)
    case $policy in arb_top | arb_ctx | arb_sm) continue ;; esac
    put "$BUILD/rtl/$policy/arb_bank.v" rtl/gen_bank.sh arb "$policy"
done
