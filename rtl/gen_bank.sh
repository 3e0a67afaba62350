#!/bin/sh
# gen_bank.sh - writes the bank of one dispatcher stage: every built policy, one of them in use.
#
#   gen_bank.sh STAGE MODULE... > STAGE_bank.v     STAGE is place, limit, gate or arb
#   gen_bank.sh --ids STAGE MODULE...              what each adds to the POLICY register, as Verilog
#
# A policy is STAGE/MODULE.v beside this script, its ports one per line. Order on the command
# line does not matter: indexes follow the alphabet. The bank has the policies' own ports except
#   en_i  becomes sel_i [7:0] (place, limit: index in use) or sel_i [15:0] (gate: bit g switches
#         gate g on; gate_none is not counted), and it adds the constants
#   count_o or mask_o   what sel_i may be, and
#   param_max_o, param_reset_o   from the policies' header lines "// Param  N reset V max M: ...":
#                                the greatest value of parameter N, from 1; 0: nobody has claimed it
# A policy's parameter with the comment "own: ..." is not the bank's and keeps its default.
# The arb bank is a plain wrapper around the one policy given.
set -eu
export LC_ALL=C

die() {
    echo "gen_bank.sh: $*" >&2
    exit 2
}

ids=0
if [ "${1-}" = --ids ]; then
    ids=1
    shift
fi
[ $# -ge 2 ] || die "found $# words; usage: gen_bank.sh [--ids] STAGE MODULE..."
stage=$1
shift
case $stage in
place | limit | gate | arb) ;;
*) die "stage '$stage'; allowed are place, limit, gate, arb" ;;
esac
dir=$(dirname "$0")/$stage
list=$(printf '%s\n' "$@" | sort -u)
files=
for m in $list; do
    case $m in
    "${stage}"_?*) ;;
    *) die "module '$m' is no policy of stage $stage: its name does not begin with ${stage}_" ;;
    esac
    [ -r "$dir/$m.v" ] || die "$dir/$m.v: not found"
    files="$files $dir/$m.v"
done

if [ $ids = 1 ]; then
    shift=0 n=0
    case $stage in limit) shift=256 ;; gate) shift=65536 ;; arb) die "stage arb has no index" ;; esac
    for m in $list; do
        up=$(echo "$m" | tr a-z A-Z)
        if [ "$m" = gate_none ]; then
            echo "localparam [31:0] $up = 0;"
        elif [ "$stage" = gate ]; then # a bit each
            echo "localparam [31:0] $up = $((shift << n));"
            n=$((n + 1))
        else
            echo "localparam [31:0] $up = $((shift * n + (shift == 0) * n));"
            n=$((n + 1))
        fi
    done
    exit 0
fi

[ "$stage" != arb ] || [ "$(printf '%s\n' "$list" | wc -l)" = 1 ] ||
    die "stage arb takes one module, found: $*"

# shellcheck disable=SC2086  # file names made above, without blanks
exec awk -v stage="$stage" '
function fail(msg) {
    printf "gen_bank.sh: %s:%d: %s\n", FILENAME, FNR, msg > "/dev/stderr"
    failed = 1
    exit 2
}
# The text between the brackets of a port or parameter line, "" for one bit.
function range(line) { return match(line, /\[[^]]*\]/) ? substr(line, RSTART, RLENGTH) : "" }
FNR == 1 {
    mod = FILENAME
    sub(/.*\//, "", mod)
    sub(/\.v$/, "", mod)
    mods[++n] = mod
    where = 0
}
/^\/\/ Param / {
    if ($0 !~ /^\/\/ Param +[0-9]+ reset [0-9]+ max [0-9]+:/)
        fail("found \"" $0 "\"; allowed is // Param N reset V max M: ...")
    p = $3 + 0
    if (p > 15) fail("parameter " p "; allowed are 0..15")
    if ($7 + 0 < 1 || $7 + 0 > 4294967295) fail("max " $7 + 0 "; allowed are 1..4294967295")
    if ($5 + 0 > $7 + 0) fail("reset " $5 " of at most " $7 + 0)
    if ((p in reset) && (reset[p] != $5 + 0 || most[p] != $7 + 0))
        fail("parameter " p " resets to " $5 + 0 " of " $7 + 0 ", elsewhere to " reset[p] " of " most[p])
    reset[p] = $5 + 0
    most[p] = $7 + 0
    next
}
/^module / { where = 1; next }
/^\) \(/ { if (where == 1) where = 2; next }
/^\);/ { where = 0; next }
where == 1 && /^    parameter +[A-Z]/ && !/\/\/ own:/ && n == 1 {
    line = $0
    par[++npar] = line
    sub(/^    parameter +/, "", line)
    sub(/[ =].*/, "", line)
    parname[npar] = line
    derived[npar] = $0 ~ /derived: never set/
}
where == 2 && n == 1 && /^    (input|output) +wire/ {
    line = $0
    sub(/ *\/\/.*/, "", line)
    dir = line ~ /^    input/ ? "input" : "output"
    name = line
    sub(/,? *$/, "", name)
    sub(/.* /, "", name)
    if (name == "en_i" && stage != "arb") next
    port[++nport] = name
    pdir[nport] = dir
    pwid[nport] = range(line)
    next
}
where == 2 && n == 1 && /^    (input|output)/ { fail("a port must be \"input wire\" or \"output wire\"") }

END {
    if (failed) exit 2
    bank = stage "_bank"
    word = stage == "gate" ? "[15:0]" : "[7:0]"
    printf "// %s - written by rtl/gen_bank.sh: ", bank
    for (m = 1; m <= n; m++) printf "%s%s", mods[m], (m < n ? ", " : ".\n")
    print "`default_nettype none"
    printf "module %s #(\n", bank
    for (i = 1; i <= npar; i++) {
        print par[i]
    }
    print ") ("
    for (i = 1; i <= nport; i++)
        printf "    %-6s wire %s %s%s\n", pdir[i], pwid[i], port[i],
            ((i < nport || stage != "arb") ? "," : "")
    if (stage != "arb") {
        printf "    input  wire %s sel_i,\n", word
        if (stage == "gate") print "    output wire [15:0] mask_o,"
        else                 print "    output wire [7:0] count_o,"
        print "    output wire [16*32-1:0] param_max_o,"
        print "    output wire [16*32-1:0] param_reset_o"
    }
    print ");"
    g = 0
    wide = 0 # bits that tell one policy from another: other values of sel_i are never written
    while (2 ^ wide < n) wide++
    for (m = 1; m <= n; m++) {
        if (stage == "arb") en = ""
        else if (stage != "gate" && n == 1) en = "1\047b1"
        else if (stage != "gate") en = sprintf("sel_i[%d:0] == %d\047d%d", wide - 1, wide, m - 1)
        else if (mods[m] == "gate_none") en = "!(|sel_i)"
        else en = sprintf("sel_i[%d]", g++)
        if (en != "") printf "    wire en_%d = %s;\n", m, en
        for (i = 1; i <= nport; i++)
            if (pdir[i] == "output" && stage != "arb")
                printf "    wire %s p%d_%s;\n", pwid[i], m, port[i]
        printf "    %s #(", mods[m]
        first = 1
        for (i = 1; i <= npar; i++)
            if (!derived[i]) {
                printf "%s.%s(%s)", (first ? "" : ", "), parname[i], parname[i]
                first = 0
            }
        printf ") u_%s (\n", mods[m]
        if (en != "") printf "        .en_i(en_%d),\n", m
        for (i = 1; i <= nport; i++)
            printf "        .%s(%s%s)%s\n", port[i],
                (pdir[i] == "output" && stage != "arb" ? "p" m "_" : ""), port[i],
                (i < nport ? "," : "")
        print "    );"
    }
    if (stage != "arb") {
        # One policy answers; every gate switched on must agree.
        for (i = 1; i <= nport; i++)
            if (pdir[i] == "output") {
                w = pwid[i]
                sub(/^\[/, "", w)
                sub(/-1:0\]$/, "", w)
                if (w == "") w = "1"
                printf "    assign %s =", port[i]
                for (m = 1; m <= n; m++)
                    if (stage == "gate" && port[i] == "ok_o")
                        printf "%s (p%d_%s | {%s{!en_%d}})", (m > 1 ? " &" : ""), m, port[i], w, m
                    else
                        printf "%s (p%d_%s & {%s{en_%d}})", (m > 1 ? " |" : ""), m, port[i], w, m
                print ";"
            }
        if (stage == "gate") printf "    assign mask_o = 16%sd%d;\n", "\047", 2 ^ g - 1
        else                 printf "    assign count_o = 8%sd%d;\n", "\047", n
        printf "    assign param_max_o = {"
        for (p = 15; p >= 0; p--) printf "32%sd%.0f%s", "\047", most[p] + 0, (p ? ", " : "};\n")
        printf "    assign param_reset_o = {"
        for (p = 15; p >= 0; p--) printf "32%sd%.0f%s", "\047", reset[p] + 0, (p ? ", " : "};\n")
        # The upper bits of sel_i choose nothing when few policies are built.
        print "    wire unused = &{1\047b0, sel_i};"
    }
    print "endmodule"
    print "`default_nettype wire"
}' $files
