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

if [ "$mode" = params ]; then
    for f in "$dir/${stage}"_*.v; do set -- "$@" "$(basename "$f" .v)"; done
fi
[ $# -ge 1 ] || die "no policy; usage: gen_bank.sh [--ids] $stage POLICY..."
[ "$stage" != arb ] || [ $# = 1 ] || die "stage arb takes one module, found: $*"
files=
window= # module=address of its first parameter, hexadecimal
for m in $(printf '%s\n' "$@" | sort -u); do
    f=$m
    case $m in
    */*) window="$window $(basename "$f" .v)=$(printf %03x $((base + stride * (places - 1))))" ;; # from another folder: the last index
    *) f=$dir/$m.v ;;
    esac
    [ -r "$f" ] || die "$f: not found"
    files="$files $f"
done
n=0
for f in "$dir/${stage}"_*.v; do
    [ $n -lt $((places - 1)) ] || die "$dir: more than $((places - 1)) policies; rtl/disp/registers.txt has no room for them"
    window="$window $(basename "$f" .v)=$(printf %03x $((base + stride * n)))"
    n=$((n + 1))
done

facts() {
    # shellcheck disable=SC2086  # file names made above, without blanks
    awk -v stage="$stage" -v room=$((stride / 4)) -f "$rtl/gen/policy.awk" "$rtl/disp/monitors.txt" "$dir/ports.txt" $files
}
text=$(facts) || exit 2
case $mode in
bank) printf '%s\n' "$text" | awk -v stage="$stage" -v window="$window" \
    -f "$rtl/gen/address.awk" -f "$rtl/gen/bank.awk" ;;
ids | params) printf '%s\n' "$text" | awk -v stage="$stage" -v window="$window" -v mode="$mode" \
    -f "$rtl/gen/address.awk" -f "$rtl/gen/ids.awk" ;;
esac
