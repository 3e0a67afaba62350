# Reads a table of registers, checks it, and prints what the generators need, a fact a line, fields
# separated by tabs, all numbers decimal but RESET:
#
#   awk -f registers.awk rtl/disp/registers.txt
#
#   block NAME BASE STRIDE COUNT PREFIX WHAT           PREFIX: K_, empty for none
#   register NAME ADDRESS WORDS MSB LSB ACCESS RESET WHAT    NAME with its prefix, ADDRESS that of entry 0
#   field REGISTER NAME MSB LSB WHAT
#   refused NAME WHEN                                  NAME: of a register or a block
# A line that does not fit is one line on stderr, with file, line and what is allowed; exit code 2.
function fail(msg) {
    printf "%s:%d: %s\n", FILENAME, FNR, msg > "/dev/stderr"
    failed = 1
    exit 2
}
function fact(a, b, c, d, e, f, g, h, i,    line) {
    line = a "\t" b "\t" c "\t" d "\t" e "\t" f "\t" g "\t" h "\t" i
    sub(/\t+$/, "", line)
    print line
}
function hex(text,    i, n) {
    for (i = 1; i <= length(text); i++) n = 16 * n + index("0123456789abcdef", substr(text, i, 1)) - 1
    return n
}
function is_number(text) { return text ~ /^[0-9a-f]+$/ && length(text) <= 8 }
function what(first,    i, text) { # the words from `first` on
    for (i = first; i <= NF; i++) text = text (i > first ? " " : "") $i
    return text
}
function claim(name, of) { # every generated name is one thing
    if (name in line_of) fail(of "'" name "' stands in line " line_of[name] " already")
    line_of[name] = FNR
}
function range(text, most, least, of,    part) { # sets msb and lsb
    if (text !~ /^[0-9]+(:[0-9]+)?$/) fail(of ": bits '" text "'; allowed are 31:24 or 3")
    if (split(text, part, ":") == 1) part[2] = part[1]
    msb = part[1] + 0
    lsb = part[2] + 0
    if (msb < lsb || msb > most || lsb < least) fail(of ": bits '" text "'; allowed are those from " most " down to " least)
}
function block(    i) {
    sub(/:$/, "", $6)
    if ($0 !~ /^block [A-Z][A-Z0-9_]* [0-9a-f]+ [0-9a-f]+ [0-9]+ ([A-Z][A-Z0-9_]*_|-) ./ || !is_number($3) || !is_number($4))
        fail("found '" $0 "'; allowed is: block NAME BASE STRIDE COUNT PREFIX: what it is")
    claim($2, "block ")
    base = hex($3)
    stride = hex($4)
    if (stride < 4 || 4096 % stride != 0) fail("block " $2 ": stride " $4 "; allowed are powers of two from 4 to 1000")
    if (base % stride != 0) fail("block " $2 ": base " $3 "; allowed are multiples of its stride " $4)
    if ($5 < 1 || base + stride * $5 > 4096) fail("block " $2 " ends behind the last address, fff")
    for (i = 1; i <= blocks; i++)
        if (base < above[i] && base + stride * $5 > below[i]) fail("block " $2 " overlaps block " block_name[i])
    block_name[++blocks] = $2
    below[blocks] = base
    above[blocks] = base + stride * $5
    prefix = $6 == "-" ? "" : $6
    register = ""
    fact("block", $2, base, stride, $5, prefix, what(7))
}
function reset_fits(text) {
    if (text ~ /^(-|ones|SLOTS|KERNELS)$/) return 1
    return is_number(text) && hex(text) < 2 ^ (msb + 1) && hex(text) % 2 ^ lsb == 0
}
function one_register(    words, at, i) {
    if (!blocks) fail("register " $1 " stands before any block")
    if ($1 !~ /^[A-Z][A-Z0-9_]*$/ || $2 !~ /^[0-9a-f]+(x[1-9][0-9]*)?$/ || NF < 6)
        fail("found '" $0 "'; allowed is: NAME ADDRESS BITS ACCESS RESET what it is")
    register = prefix $1
    claim(register, "register ")
    words = 1
    at = $2
    if (index(at, "x")) {
        words = substr(at, index(at, "x") + 1) + 0
        at = substr(at, 1, index(at, "x") - 1)
    }
    at = hex(at)
    if (at % 4 != 0 || at + 4 * words > stride)
        fail("register " register ": address " $2 "; allowed are multiples of 4 below " sprintf("%x", stride))
    for (i = 0; i < words; i++) {
        if ((base, at + 4 * i) in owner)
            fail("register " register ": address " sprintf("%03x", at + 4 * i) " is that of " owner[base, at + 4 * i])
        owner[base, at + 4 * i] = register
    }
    range($3, 31, 0, "register " register)
    if ($4 !~ /^(ro|rw|w1c|wo|fix)$/) fail("register " register ": access '" $4 "'; allowed are ro, rw, w1c, wo, fix")
    if (!reset_fits($5)) fail("register " register ": reset '" $5 "'; allowed are a number of its bits, ones, SLOTS, KERNELS, -")
    top = msb
    bottom = lsb
    split("", taken)
    fact("register", register, base + at, words, msb, lsb, $4, $5, what(6))
}
function refused(of) {
    claim(of " refused", "")
    fact("refused", of, what(2))
}
function field(    i) {
    if (register == "") fail("'" $1 "' stands below no register")
    if ($1 !~ /^[A-Z][A-Z0-9_]*$/ || NF < 3) fail("found '" $0 "'; allowed are: FIELD BITS what it is; refused WHEN")
    claim(register "_" $1, "field ")
    range($2, top, bottom, "field " register "_" $1)
    for (i = lsb; i <= msb; i++) {
        if (i in taken) fail("field " register "_" $1 ": bit " i " is that of " taken[i])
        taken[i] = $1
    }
    fact("field", register, $1, msb, lsb, what(3))
}
$1 == "" || $1 ~ /^#/ { next }
$1 == "block" { block(); next }
/^[ \t]+refused +[^ ]/ && blocks { refused(register == "" ? block_name[blocks] : register); next }
/^[ \t]/ { field(); next }
{ one_register() }
END {
    if (!failed && !blocks) fail("no block of registers")
    if (failed) exit 2
}
