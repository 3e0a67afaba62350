# Generates code from the list of monitors:
#
#   awk -v mode=MODE -f monitors.awk rtl/disp/monitors.txt
#
#   ports    Verilog port lines of disp_top
#   pins     connections of a stage's bank: .mon_x_i(mon_x_i)
#   none     connections of a bench without monitors: .mon_x_i(0)
#   header   C macros MONITORS_PER_SM(X) and MONITORS_PER_SLOT(X): X(name, bits) for each
function port(name, range, width) {
    if (mode == "ports") printf "input  wire %s mon_%s_i,\n", range, name
    if (mode == "pins") printf ".mon_%s_i(mon_%s_i),\n", name, name
    if (mode == "none") printf ".mon_%s_i({%s{1\047b0}}),\n", name, width
}
BEGIN {
    port("evt", "", "1")
    port("cycles", "[4:0]", "5")
}
$1 == "" || $1 ~ /^#/ { next }
{
    width = "SMS*" ($3 == "slot" ? "SLOTS*" : "") $2
    port($1, "[" width "-1:0]", width)
    macro[$3] = macro[$3] " X(" $1 ", " $2 ")"
}
END {
    if (mode != "header") exit
    print "/* monitors.h - written by rtl/gen/monitors.awk from rtl/disp/monitors.txt. */"
    print "#ifndef CTADEL_MONITORS_H\n#define CTADEL_MONITORS_H"
    print "#define MONITORS_PER_SM(X)" macro["sm"]
    print "#define MONITORS_PER_SLOT(X)" macro["slot"]
    print "#endif"
}
