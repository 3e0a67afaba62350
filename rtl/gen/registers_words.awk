# Writes the Verilog localparams of the module that implements a block of registers, from the facts of
# registers.awk:
#
#   awk -v block=KERNEL -v table=FILE -f registers_words.awk FACTS     (build/rtl/words_kernel.vh)
#
#   WORD_W      address bits that select a word of an entry
#   ROW         the address bits above them, of entry 0
#   W_X         word number of register X; X_WORDS: of several words, if the block has others
#   X_RESET     the value after reset, if that is a number other than 0
#   X_BITS      implemented bits of register X, from bit 0 on
#   X_F_BIT     number of field F's bit; of several bits: X_F_LSB that of the lowest, X_F_W how many
#   READABLE    bit w: word w is a register
#   WRITABLE    bit w: it is not read-only
BEGIN { FS = "\t" }
function constant(type, name, value) {
    printf "localparam %s %s = %s;\n", type, name, value
    used = used ", " name
}
function sized(bits, n) { return sprintf("%d\047d%d", bits, n) }
function vector(has,    w, text) { # bit w: `has` has word w
    for (w = 0; w < words; w++) text = ((w in has) ? "1" : "0") text
    return words "\047b" text
}
$1 == "block" {
    mine = $2 == block
    if (!mine) next
    known = 1
    printf "// words_%s.vh - written by rtl/gen/registers_words.awk from %s.\n", tolower(block), table
    base = $3
    words = $4 / 4
    while (2 ^ bits < words) bits++
    prefix = $6
    constant("[31:0]", "WORD_W", bits)
    constant("[" 9 - bits ":0]", "ROW", sized(10 - bits, $3 / $4))
}
!mine { next }
$1 == "register" || $1 == "field" { name = substr($2, length(prefix) + 1) }
$1 == "register" {
    first = ($3 - base) / 4
    constant("[WORD_W-1:0]", "W_" name, sized(bits, first))
    if ($4 > 1 && $4 < words) constant("[WORD_W-1:0]", name "_WORDS", sized(bits, $4))
    if ($8 ~ /^[0-9a-f]+$/ && $8 !~ /^0+$/) constant("[31:0]", name "_RESET", "32\047h" $8)
    constant("[31:0]", name "_BITS", $5 + 1)
    for (w = first; w < first + $4; w++) {
        readable[w] = 1
        if ($7 != "ro") writable[w] = 1
    }
}
$1 == "field" {
    if ($4 == $5) {
        constant("[31:0]", name "_" $3 "_BIT", $4)
        next
    }
    constant("[31:0]", name "_" $3 "_LSB", $5)
    constant("[31:0]", name "_" $3 "_W", $4 - $5 + 1)
}
END {
    if (!known) {
        printf "registers_words.awk: no block '%s'\n", block > "/dev/stderr"
        exit 2
    }
    constant("[" words - 1 ":0]", "READABLE", vector(readable))
    constant("[" words - 1 ":0]", "WRITABLE", vector(writable))
    print "wire unused_words = &{1\047b0" used "};" # no module needs all of them
}
