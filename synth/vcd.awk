# Reads value change dumps (VCD) for another awk program; of the files given, those named *.vcd are dumps.
#
#   awk -f vcd.awk -f PROGRAM.awk FILE... DUMP.vcd
#
# PROGRAM defines
#   reads(scope)       whether it needs the signals of this scope: scope names from the outermost on, with dots
#   declared()         called when all signals of the dump are declared
#   timestep()         called when all changes of a time are known; not for the last time of the dump, which only
#                      PROGRAM's END can call
# and uses, for a signal such as "disp.clk_i",
#   now(signal)        its bits after the changes of this time, most significant first, perhaps without leading zeros
#   was(signal)        its bits before them: what a register samples whose clock rises at this time
#   rises(signal)      it changes from 0 to 1
#   width_of[signal]   its declared width; signal in width_of: the dump has it
#   time               of the dump, in its unit
#   complain(text)     prints text with the time, sets `wrong` and goes to END
#   number(bits), bit(bits, i), low(bits, width)    bits as a number; bit i, 0 the least significant; the lowest ones
function now(signal) { return vcd_now[vcd_code[signal]] }
function was(signal) { return vcd_was[vcd_code[signal]] }
function rises(signal) { return now(signal) == "1" && was(signal) == "0" }
function complain(text) {
    print "time " time ": " text
    wrong = 1
    exit
}
function number(bits,    i, n) {
    for (i = 1; i <= length(bits); i++) n = 2 * n + substr(bits, i, 1)
    return n + 0
}
function bit(bits, i) { return substr(bits, length(bits) - i, 1) == "1" }
function low(bits, width) {
    if (length(bits) > width) bits = substr(bits, length(bits) - width + 1)
    return number(bits)
}

function vcd_declare(width, code, name) {
    if (!reads(vcd_scope)) return
    vcd_code[vcd_scope "." name] = code
    width_of[vcd_scope "." name] = width
    vcd_known[code] = 1
}
function vcd_change(code, bits) {
    if (!(code in vcd_known)) return
    vcd_now[code] = bits
    vcd_changed[++vcd_changes] = code
}
function vcd_next_time(text,    i) {
    if (vcd_begun) timestep()
    vcd_begun = 1
    for (i = 1; i <= vcd_changes; i++) vcd_was[vcd_changed[i]] = vcd_now[vcd_changed[i]]
    vcd_changes = 0
    time = text
}

FNR == 1 { vcd_dump = FILENAME ~ /\.vcd$/ }
vcd_dump && /^\$scope/ {
    vcd_scope = vcd_scope (vcd_scope == "" ? "" : ".") $3
    next
}
vcd_dump && /^\$upscope/ {
    if (!sub(/\.[^.]*$/, "", vcd_scope)) vcd_scope = ""
    next
}
vcd_dump && /^\$var/ { # $var KIND WIDTH CODE NAME [RANGE] $end
    vcd_declare($3, $4, $5)
    next
}
vcd_dump && /^\$enddefinitions/ {
    declared()
    next
}
vcd_dump && /^#/ {
    vcd_next_time(substr($0, 2))
    next
}
vcd_dump && /^b/ { # bBITS CODE
    vcd_change($2, substr($1, 2))
    next
}
vcd_dump && /^[01]/ { # BIT and CODE
    vcd_change(substr($0, 2), substr($0, 1, 1))
    next
}
vcd_dump { next }
