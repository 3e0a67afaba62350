# Writes the bank of a stage: every built policy, one of them (of gates: any number) in use. Reads the
# facts of policy.awk; rtl/gen_bank.sh says what a bank is.
#
#   awk -v stage=limit -v window="limit_lcs=a20 ..." -f address.awk -f bank.awk FACTS
BEGIN { FS = "\t" }
$1 == "localparam" { constant[++constants] = $2; next }
$1 == "parameter" {
    parameter[++parameters] = $2
    default_of[$2] = $3
    note[$2] = $4
    next
}
$1 == "port" {
    port[++ports] = $3
    direction[$3] = $2
    range[$3] = $4
    value[$3] = $5
    next
}
$1 == "policy" { policy[++policies] = $2; next }
$1 == "uses" { uses[$2, $3] = 1; next }
$1 == "param" {
    i = ++params[$2]
    key[$2, i] = $3
    reset[$2, i] = $4
    most[$2, i] = $5
    next
}
function bits_of(n,    b) {
    for (b = 1; 2 ^ b <= n; b++);
    return b
}
function is_bank_port(name) { return name == "en_i" && stage != "arb" } # the bank decides who is in use
function width(name,    w) { # of a port, as an expression
    w = range[name]
    if (w == "") return "1"
    gsub(/^\[|-1:0\]$/, "", w)
    if (w ~ /:/) { # [4:0]
        sub(/:.*/, "", w)
        gsub(/\[/, "", w)
        w = w + 1
    }
    return w
}
function declare(dir, range, name, last) { printf "    %-6s wire %s%s%s\n", dir, (range == "" ? "" : range " "), name, (last ? "" : ",") }
function header(    i, p) {
    printf "// %s_bank - written by rtl/gen_bank.sh:", stage
    for (i = 1; i <= policies; i++) printf " %s%s", policy[i], (i < policies ? "," : ".\n")
    print "`default_nettype none"
    printf "module %s_bank #(\n", stage
    for (i = 1; i <= parameters; i++) {
        p = parameter[i]
        printf "    parameter %s = %s%s%s\n", p, default_of[p], (i < parameters ? "," : ""), (note[p] == "" ? "" : " // " note[p])
    }
    print ") ("
    for (i = 1; i <= ports; i++)
        if (!is_bank_port(port[i])) declare(direction[port[i]], range[port[i]], port[i], stage == "arb" && i == ports)
    if (stage != "arb") {
        declare("input", stage == "gate" ? "[15:0]" : "[7:0]", "sel_i")
        declare("output", stage == "gate" ? "[15:0]" : "[7:0]", stage == "gate" ? "mask_o" : "count_o")
        declare("input", "", "lock_i")
        declare("input", "", "wr_valid_i")
        declare("input", "[11:0]", "wr_addr_i")
        declare("input", "[31:0]", "wr_data_i")
        declare("output", "", "wr_err_o")
        declare("input", "[11:0]", "rd_addr_i")
        declare("output", "[31:0]", "rd_data_o")
        declare("output", "", "rd_err_o", 1)
    }
    print ");"
    for (i = 1; i <= constants; i++) print "    " constant[i] ";"
}
# Which policy is in use.
function enables(    m, wide, gates) {
    if (stage == "arb") return
    while (2 ^ wide < policies) wide++ # other values of sel_i are never written
    for (m = 1; m <= policies; m++) {
        printf "    wire %s_en = ", policy[m]
        if (stage != "gate") printf policies == 1 ? "1\047b1;\n" : "sel_i[%d:0] == %d\047d%d;\n", wide - 1, wide, m - 1
        else if (policy[m] == "gate_none") print "!(|sel_i);"
        else printf "sel_i[%d];\n", gates++
    }
    if (stage == "gate") printf "    assign mask_o  = 16\047d%d;\n", 2 ^ gates - 1
    else                 printf "    assign count_o = 8\047d%d;\n", policies
}
# The registers of the policies' own parameters, and the two answers to the register bus.
function registers(    m, i, n, w) {
    if (stage == "arb") return
    for (m = 1; m <= policies; m++)
        for (i = 1; i <= params[policy[m]]; i++) {
            w = bits_of(most[policy[m], i])
            printf "    wire [%d:0] %s_%s;\n", w - 1, policy[m], key[policy[m], i]
            printf "    wire [31:0] rd_%d;\n    wire wr_ok_%d, rd_ok_%d;\n", n, n, n
            printf "    lib_param #(.W(%d), .RESET(32\047d%.0f), .MAX(32\047d%.0f), .ADDR(12\047h%s)) u_%s_%s (\n", \
                w, reset[policy[m], i], most[policy[m], i], parameter_address(policy[m], i), policy[m], key[policy[m], i]
            print "        .clk_i(clk_i), .rst_ni(rst_ni), .lock_i(lock_i),"
            printf "        .wr_valid_i(wr_valid_i), .wr_addr_i(wr_addr_i), .wr_data_i(wr_data_i), .wr_ok_o(wr_ok_%d),\n", n
            printf "        .rd_addr_i(rd_addr_i), .rd_data_o(rd_%d), .rd_ok_o(rd_ok_%d),\n", n, n
            printf "        .value_o(%s_%s)\n    );\n", policy[m], key[policy[m], i]
            n++
        }
    printf "    assign wr_err_o  = !(1\047b0"
    for (i = 0; i < n; i++) printf " || wr_ok_%d", i
    printf ");\n    assign rd_err_o  = !(1\047b0"
    for (i = 0; i < n; i++) printf " || rd_ok_%d", i
    printf ");\n    assign rd_data_o = 32\047d0"
    for (i = 0; i < n; i++) printf " | rd_%d", i
    print ";"
}
function instance(m,    mod, i, p, first) {
    mod = policy[m]
    for (i = 1; i <= ports; i++) {
        p = port[i]
        if (direction[p] != "output" || stage == "arb") continue
        printf "    wire %s%s_%s;\n", (range[p] == "" ? "" : range[p] " "), mod, p
        if (!((mod, p) in uses)) printf "    assign %s_%s = %s;\n", mod, p, value[p]
    }
    printf "    %s #(", mod
    first = 1
    for (i = 1; i <= parameters; i++) {
        p = parameter[i]
        if (!((mod, p) in uses)) continue
        printf "%s.%s(%s)", (first ? "" : ", "), p, p
        first = 0
    }
    printf ") u_%s (", mod
    first = 1
    for (i = 1; i <= ports; i++) {
        p = port[i]
        if (!((mod, p) in uses)) continue
        printf "%s\n        .%s(%s)", (first ? "" : ","), p, \
            is_bank_port(p) ? mod "_en" : direction[p] == "output" && stage != "arb" ? mod "_" p : p
        first = 0
    }
    for (i = 1; i <= params[mod]; i++) {
        printf "%s\n        .param_%s_i(%s_%s)", (first ? "" : ","), key[mod, i], mod, key[mod, i]
        first = 0
    }
    print "\n    );"
}
# One policy answers. Gates: an output that defaults to ones needs all of those in use, any other is
# asserted by one of them.
function answers(    i, p, m, all) {
    for (i = 1; i <= ports; i++) {
        p = port[i]
        if (direction[p] != "output") continue
        if (stage == "arb") { # the only policy drives the port itself
            if (!((policy[1], p) in uses)) printf "    assign %s = %s;\n", p, value[p]
            continue
        }
        all = stage == "gate" && value[p] ~ /1\047b1/
        printf "    assign %s =", p
        for (m = 1; m <= policies; m++)
            if (all) printf "%s (%s_%s | {%s{!%s_en}})", (m > 1 ? " &" : ""), policy[m], p, width(p), policy[m]
            else     printf "%s (%s_%s & {%s{%s_en}})", (m > 1 ? " |" : ""), policy[m], p, width(p), policy[m]
        print ";"
    }
}
function unused(    i, n) { # inputs that no built policy reads
    printf "    wire unused = &{1\047b0"
    for (i = 1; i <= ports; i++)
        if (direction[port[i]] == "input" && !is_bank_port(port[i])) printf ", %s", port[i]
    if (stage != "arb") printf ", sel_i, lock_i, wr_valid_i, wr_addr_i, wr_data_i, rd_addr_i"
    print "};"
}
END {
    header()
    enables()
    registers()
    for (m = 1; m <= policies; m++) instance(m)
    answers()
    unused()
    print "endmodule"
    print "`default_nettype wire"
}
