#!/bin/bash
# Elaborates every module of rtl/ as its own top in Verilator (-Wall), Icarus (-g2005 -Wall) and
# Yosys (check -assert, no latch), at its default parameters.
#
#   rtl/lint.sh [MODULE...]     all modules, or only these
#
# A call of a function stands alone behind an assignment, except under FORMAL: Verilator 5.032 drops statements of
# a function that is called inside an expression of another one.
# Without MODULE it also checks that docs/rtl/disp.md and task.md have the registers of rtl/{disp,task}/registers.txt.
# Any output of a tool but the statistics of Verilator is a failure: there are no waivers. arb_top and issue_sub are
# checked once per arbiter, with that arbiter's arb_bank.
set -u
cd "$(dirname "$0")/.." || exit 2
export BUILD=${BUILD:-build} V=${V:-}
export OUT=$BUILD/lint
for m in "$@"; do
    compgen -G "rtl/*/$m.v" >/dev/null || { echo "rtl/lint.sh: no file rtl/*/$m.v; allowed: names of modules" >&2 && exit 2; }
done
mkdir -p "$OUT"
rtl/banks.sh || exit 2

check() { # file of the top, directory of the arb_bank
    local top bank=$2 log name
    top=$(basename "$1" .v)
    name=$top
    case $top in arb_top | issue_sub) name="$top+$(basename "$bank")" ;; esac
    log=$OUT/$name
    local dirs=() src=()
    for d in rtl/*/ "$BUILD/rtl" "$bank"; do dirs+=(-y "${d%/}"); done
    for f in rtl/*/*.v "$BUILD"/rtl/*_bank.v "$bank"/*.v; do src+=("$f"); done

    verdict() { # tool, exit code, what it said
        if [ "$2" = 0 ] && ! [ -s "$3" ]; then echo "ok $name $1"
        else echo "FAILED $name $1: $(grep -m1 . "$3") ($3)"; fi
    }
    scripts/verilator.sh --lint-only -Wall -I"$BUILD/rtl" --top-module "$top" "${dirs[@]}" "$1" \
        >"$log.verilator" 2>&1
    verdict verilator $? "$log.verilator"
    iverilog -g2005 -Wall -I "$BUILD/rtl" -s "$top" "${dirs[@]}" -o "$log.vvp" "$1" >"$log.iverilog" 2>&1
    verdict iverilog $? "$log.iverilog"
    yosys -q -p "read_verilog -defer -I$BUILD/rtl ${src[*]}; hierarchy -check -top $top; proc; opt; check -assert
        select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr" >"$log.yosys" 2>&1
    verdict yosys $? "$log.yosys"
    awk -f rtl/calls.awk "$1" "$1" >"$log.calls" 2>&1
    verdict calls $? "$log.calls"
}
export -f check

registers() { # unit: the map on its page is the generator's
    if rtl/gen_registers.sh --of "$1" readme |
        cmp -s - <(sed '1,/^<!-- registers -->$/d; /^<!-- end of registers -->$/,$d' "docs/rtl/$1.md")
    then echo "ok docs/rtl/$1.md"
    else echo "FAILED docs/rtl/$1.md: another map than rtl/$1/registers.txt; make registers-readme"; fi
}
wanted=${*:-$(for f in rtl/*/*.v; do basename "$f" .v; done)}
for m in $wanted; do
    set -- rtl/*/"$m".v
    for bank in "$BUILD"/rtl/arb_*/; do
        echo "check $1 ${bank%/}"
        case $m in arb_top | issue_sub) ;; *) break ;; esac
    done
done | xargs -P "$(nproc)" -I{} bash -c '{}' >"$OUT/all"
[ $# -gt 0 ] || { registers disp; registers task; } >>"$OUT/all"
if [ -n "$V" ]; then sort "$OUT/all"; else grep '^FAILED' "$OUT/all" | sort; fi
passed=$(grep -c '^ok' "$OUT/all")
failed=$(grep -vc '^ok' "$OUT/all")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
