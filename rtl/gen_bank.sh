#!/bin/sh
# gen_bank.sh - generates what depends on the set of policies, so that no list names them.
#
#   gen_bank.sh STAGE POLICY...          the bank of a stage as Verilog; STAGE is place, limit, gate or arb
#   gen_bank.sh --ids STAGE POLICY...    POLICY register values and parameter addresses as localparams
#   gen_bank.sh --params STAGE           parameters of all policies of the stage, one per line, tabs between:
#                                        module, key, address, reset, max, what it is
#
# POLICY is a module of rtl/STAGE or a file. The bank has the ports of rtl/STAGE/ports.txt and
# instantiates the policies, each connected by name to the ports that it declares. Ports of its own:
#   sel_i     the selected policy: an index in alphabetical order; gate: bit g selects gate g
#             (gate_none has no bit). It drives the policies' en_i.
#   count_o   number of policies; gate: mask_o, the bits of sel_i that select a gate
#   lock_i, wr_*, rd_*   the register bus, for the parameters of its policies (rtl/lib/lib_param.v)
# Parameter i of a policy is in the stage's block of rtl/disp/registers.txt, at base + stride * (the policy's
# index in the folder, in alphabetical order) + 4 * i: the address does not depend on which policies are built.
# The arb bank is a wrapper around the one policy given, without ports of its own.
set -eu
export LC_ALL=C

die() {
    echo "gen_bank.sh: $*" >&2
    exit 2
}

mode=bank
case ${1-} in
--ids | --params)
    mode=${1#--}
    shift
    ;;
esac
[ $# -ge 1 ] || die "no stage; usage: gen_bank.sh [--ids|--params] STAGE POLICY..."
stage=$1
shift
rtl=$(dirname "$0")
base=0 stride=32 places=16
case $stage in
place | limit | gate)
    block=$("$rtl/gen_registers.sh" block "$(echo "$stage" | tr a-z A-Z)") || exit 2
    read -r base stride places <<END
$block
END
    ;;
arb) ;;
*) die "stage '$stage'; allowed are place, limit, gate, arb" ;;
esac
dir=$rtl/$stage

stage_files() { # all policies of the stage, in alphabetical order
    for f in "$dir/${stage}"_*.v; do echo "$f"; done
}
module_of() { basename "$1" .v; } # file
file_of() {                       # POLICY: a module of the stage or a file
    case $1 in
    */*) echo "$1" ;;
    *) echo "$dir/$1.v" ;;
    esac
}
window_of() { # module, index: module=address of its first parameter, hexadecimal
    printf '%s=%03x ' "$1" $((base + stride * $2))
}

# The policies that are asked for: $files.
# shellcheck disable=SC2046  # module names, without blanks
[ "$mode" != params ] || set -- $(for f in $(stage_files); do module_of "$f"; done)
[ $# -ge 1 ] || die "no policy; usage: gen_bank.sh [--ids] $stage POLICY..."
[ "$stage" != arb ] || [ $# = 1 ] || die "stage arb takes one module, found: $*"
files=
for policy in $(printf '%s\n' "$@" | sort -u); do
    f=$(file_of "$policy")
    [ -r "$f" ] || die "$f: not found"
    files="$files $f"
done

# Addresses of parameters, by module: $window. A policy from another folder has the last index.
window='' last=$((places - 1)) index=0
for policy in "$@"; do
    case $policy in */*) window="$window$(window_of "$(module_of "$policy")" $last)" ;; esac
done
for f in $(stage_files); do
    [ $index -lt $last ] || die "$dir: more than $last policies; rtl/disp/registers.txt has no room for them"
    window="$window$(window_of "$(module_of "$f")" $index)"
    index=$((index + 1))
done

# shellcheck disable=SC2086
facts=$(awk -v stage="$stage" -v room=$((stride / 4)) -f "$rtl/gen/policy.awk" \
    "$rtl/disp/monitors.txt" "$dir/ports.txt" $files) || exit 2
from_facts() { # words of an awk command
    printf '%s\n' "$facts" | awk -v stage="$stage" -v window="$window" -f "$rtl/gen/address.awk" "$@"
}
case $mode in
bank) from_facts -f "$rtl/gen/bank.awk" ;;
ids | params) from_facts -v mode="$mode" -f "$rtl/gen/ids.awk" ;;
esac
