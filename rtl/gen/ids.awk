# What a host needs to know of the policies of a stage, from the facts of policy.awk: with mode=ids as
# Verilog localparams, with mode=params a parameter a line (rtl/gen_bank.sh). Needs address.awk.
BEGIN { FS = "\t" }
$1 == "policy" {
    name = toupper($2)
    if (mode == "ids" && stage != "arb") {
        if ($2 == "gate_none") value = 0
        else if (stage == "place") value = index_of++
        else if (stage == "limit") value = 256 * index_of++
        else value = 65536 * 2 ^ index_of++
        printf "localparam [31:0] %s = %.0f;\n", name, value
    }
}
$1 == "param" {
    at = parameter_address($2, ++params[$2])
    if (mode == "ids") printf "localparam [11:0] REG_%s_%s = 12\047h%s;\n", toupper($2), toupper($3), at
    else printf "%s\t%s\t0x%s\t%s\t%s\t%s\n", $2, $3, at, $4, $5, $6
}
