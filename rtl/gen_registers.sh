#!/bin/sh
# gen_registers.sh - generates code and docs from a table of registers: the dispatcher's, rtl/disp/registers.txt, or,
# with --of task as the first words, the task unit's, rtl/task/registers.txt.
#
#   gen_registers.sh header          C macros
#   gen_registers.sh addresses       Verilog localparams for benches: byte addresses, masks of fields
#   gen_registers.sh words BLOCK     Verilog localparams for the module that implements the block; BLOCK in small letters
#   gen_registers.sh filter          GTKWave's translation of addresses into names of registers and, for the
#                                    dispatcher, of policies' parameters
#   gen_registers.sh readme [--take] the map of docs/rtl/disp.md or task.md; --take writes it there
#   gen_registers.sh block NAME      base, stride and count of a block, decimal
#   gen_registers.sh at NAME         the address of a register, decimal
set -eu
export LC_ALL=C
rtl=$(dirname "$0")
unit=disp

die() {
    echo "gen_registers.sh: $*" >&2
    exit 2
}
if [ "${1-}" = --of ]; then
    case ${2-} in
    disp | task) unit=$2 ;;
    *) die "--of '${2-}'; allowed are disp, task" ;;
    esac
    shift 2
fi
readme=$rtl/../docs/rtl/$unit.md
facts=$(awk -f "$rtl/gen/registers.awk" "$rtl/$unit/registers.txt") || exit 2
from_facts() { # words of an awk command
    printf '%s\n' "$facts" | awk -v table="rtl/$unit/registers.txt" "$@"
}
filter() {
    from_facts -F '\t' '
        $1 == "block" { base = $3; stride = $4; count = $5; prefix = $6 }
        $1 == "register" {
            for (k = 0; k < count; k++)
                for (w = 0; w < $4; w++)
                    printf "%03X %s%s%s\n", $3 + k * stride + 4 * w, (count > 1 ? "K" k "_" : ""), \
                        substr($2, length(prefix) + 1), ($4 > 1 ? "_" w : "")
        }'
    [ $unit = disp ] || return 0
    for stage in place limit gate; do
        params=$("$rtl/gen_bank.sh" --params $stage) || exit 2
        printf '%s\n' "$params" | awk -F '\t' '$1 != "" { print toupper(substr($3, 3)), toupper($1 "_" $2) }'
    done
}
mode=${1-}
case $mode in
header | addresses) from_facts -v mode="$mode" -f "$rtl/gen/registers_names.awk" ;;
words) from_facts -v block="$(printf %s "${2-}" | tr a-z A-Z)" -f "$rtl/gen/registers_words.awk" ;;
filter) filter ;;
readme)
    if [ "${2-}" = --take ]; then
        from_facts -f "$rtl/gen/registers_readme.awk" >"$readme.map"
        sed -i -e "/^<!-- registers -->\$/r $readme.map" \
            -e '/^<!-- registers -->$/,/^<!-- end of registers -->$/{/^<!--/!d}' "$readme"
        rm "$readme.map"
    else from_facts -f "$rtl/gen/registers_readme.awk"; fi
    ;;
block | at)
    from_facts -F '\t' -v mode="$mode" -v name="${2-}" '
        mode == "block" && $1 == "block" && $2 == name { print $3, $4, $5; found = 1 }
        mode == "at" && $1 == "register" && $2 == name { print $3; found = 1 }
        END { exit !found }' || die "$mode '${2-}': not in $rtl/$unit/registers.txt"
    ;;
*) die "found '$mode'; allowed are header, addresses, words, filter, readme, block, at" ;;
esac
