# What a host needs to know of the policies of a stage, from the facts of policy.awk: with mode=ids as
# Verilog localparams, with mode=params a parameter a line (rtl/gen_bank.sh). Needs address.awk.
#
# A policy's id is what it adds to the POLICY register: the index of a place policy, 256 times the index of a limit
# policy, bit 16 + g for gate g (gate_none has no bit); indexes are those of this list, which is in alphabetical order.
function id_of(module) {
    if (module == "gate_none") return 0
    if (stage == "place") return index_of++
    if (stage == "limit") return 256 * index_of++
    return 65536 * 2 ^ index_of++
}
BEGIN { FS = "\t" }
$1 == "policy" && mode == "ids" && stage != "arb" {
    printf "localparam [31:0] %s = %.0f;\n", toupper($2), id_of($2)
}
$1 == "param" {
    params[$2]++
    at = parameter_address($2, params[$2])
    if (mode == "ids") printf "localparam [11:0] REG_%s_%s = 12\047h%s;\n", toupper($2), toupper($3), at
    else printf "%s\t%s\t0x%s\t%s\t%s\t%s\n", $2, $3, at, $4, $5, $6
}
