# Writes addresses and masks of registers by name, for a host, from the facts of registers.awk:
#
#   awk -v mode=header -v table=FILE -f registers_names.awk FACTS     C macros (build/gen/registers.h)
#   awk -v mode=addresses -v table=FILE -f registers_names.awk FACTS  Verilog localparams (build/rtl/registers.vh)
#
#   REG_X           byte address; of the registers of a kernel entry: within the entry
#   REG_KERNEL, REG_KERNEL_STRIDE    address of entry 0, bytes from one entry to the next; so of each such block
#   REG_X_WORDS     of several words
#   REG_X_MASK      the implemented bits, unless all 32
#   REG_X_RESET     the value after reset, if that is a number other than 0
#   REG_READABLE, REG_WRITABLE    Verilog: bit w: a register has the address 4 w; it can be written
#   reg_kernel(k, REG_K_X)        Verilog: address of register X of entry k
#   REG_X_F         the bits of field F; of more than one: REG_X_F_LSB the number of the lowest
# The first block's prefix stands before READABLE, WRITABLE and REGISTERS, too.
# The header also has REGISTERS(X): X(name, address in entry 0, bytes to the next entry or 0, access, mask, reset) for
# each.
function digits(n) { return sprintf("%04x%04x", int(n / 65536), n % 65536) }
function name_of(name, value, bits,    text) {
    text = digits(value)
    if (bits == 12) text = substr(text, 6)
    if (mode == "header") printf "#define REG_%s 0x%su\n", name, text
    else printf "localparam [%d:0] REG_%s = %d\047h%s;\n", bits - 1, name, bits, text
}
function number(name, n) {
    if (mode == "header") printf "#define REG_%s %d\n", name, n
    else printf "localparam REG_%s = %d;\n", name, n
}
function bits_of(msb, lsb) { return 2 ^ (msb + 1) - 2 ^ lsb }
BEGIN {
    FS = "\t"
    if (mode == "header") print "/* Written by rtl/gen/registers_names.awk from " table ". */"
    else print "// Written by rtl/gen/registers_names.awk from " table "."
}
NR == 1 {
    of = $6
    if (mode == "header") printf "#ifndef CTADEL_%sREGISTERS_H\n#define CTADEL_%sREGISTERS_H\n", of, of
}
$1 == "block" {
    base = 0
    stride = $4
    count = $5
    if (count == 1) next
    base = $3
    name_of($2, base, 12)
    name_of($2 "_STRIDE", stride, 12)
    if (mode == "addresses")
        printf "function [11:0] reg_%s(input integer k, input [11:0] register);\n" \
            "    reg_%s = REG_%s + k * REG_%s_STRIDE + register;\nendfunction\n", tolower($2), tolower($2), $2, $2
}
$1 == "register" {
    name_of($2, $3 - base, 12)
    for (k = 0; k < count; k++)
        for (w = 0; w < $4; w++) {
            readable[$3 / 4 + k * stride / 4 + w] = 1
            if ($7 != "ro") writable[$3 / 4 + k * stride / 4 + w] = 1
        }
    if ($4 > 1) number($2 "_WORDS", $4)
    if (bits_of($5, $6) < 2 ^ 32 - 1) name_of($2 "_MASK", bits_of($5, $6), 32)
    if ($8 ~ /^[0-9a-f]+$/ && $8 !~ /^0+$/) {
        if (mode == "header") printf "#define REG_%s_RESET 0x%su\n", $2, $8
        else printf "localparam [31:0] REG_%s_RESET = 32\047h%s;\n", $2, $8
    }
    all = all sprintf(" \\\n    X(\"%s\", 0x%su, 0x%xu, \"%s\", 0x%su, \"%s\")", $2, substr(digits($3), 6), \
        count > 1 ? stride : 0, $7, digits(bits_of($5, $6)), $8)
}
$1 == "field" {
    name_of($2 "_" $3, bits_of($4, $5), 32)
    if ($4 > $5) number($2 "_" $3 "_LSB", $5)
}
function map(name, has,    w, text) {
    for (w = 0; w < 1024; w++) text = ((w in has) ? "1" : "0") text
    printf "localparam [1023:0] REG_%s = 1024\047b%s;\n", of name, text
}
END {
    if (mode == "header") {
        print "#define " of "REGISTERS(X)" all "\n#endif"
        exit
    }
    map("READABLE", readable)
    map("WRITABLE", writable)
}
