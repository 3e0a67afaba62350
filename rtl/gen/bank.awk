# Writes the bank of a stage: every built policy, one of them (of gates: any number) selected. Reads the
# facts of policy.awk; rtl/gen_bank.sh says what a bank is.
#
#   awk -v stage=limit -v window="limit_lcs=a20 ..." -f address.awk -f bank.awk FACTS
#
# Of policy P, P_en says that it is selected, P_PORT is what it drives, P_KEY the value of its parameter KEY.
function is_gate() { return stage == "gate" }
function is_arb() { return stage == "arb" } # one policy, without registers and without a selection
function is_enable(name) { return name == "en_i" && !is_arb() } # the bank drives it
function is_output(name) { return direction[name] == "output" }
function used_by(module, name) { return (module, name) in uses }
function spaced(range) { return range == "" ? "" : range " " }
function bits_of(most,    n) { # bits of a register that holds 0..most
    for (n = 1; 2 ^ n <= most; n++);
    return n
}
function width(name,    w) { # of a port, as an expression
    w = range[name]
    if (w == "") return "1"
    if (w ~ /^\[[0-9]+:0\]$/) { # [4:0]
        gsub(/\[|:.*/, "", w)
        return w + 1
    }
    gsub(/^\[|-1:0\]$/, "", w) # [SMS*CNT_W-1:0]
    return w
}

# --- module header ----------------------------------------------------------------------------------
function declare(dir, bits, name, last) { printf "    %-6s wire %s%s%s\n", dir, spaced(bits), name, last ? "" : "," }
function write_header(    i) {
    printf "// %s_bank - written by rtl/gen_bank.sh:", stage
    for (i = 1; i <= policies; i++) printf " %s%s", policy[i], i < policies ? "," : ".\n"
    print "`default_nettype none"
    printf "module %s_bank #(\n", stage
    for (i = 1; i <= parameters; i++) write_parameter(parameter[i], i == parameters)
    print ") ("
    for (i = 1; i <= ports; i++)
        if (!is_enable(port[i])) declare(direction[port[i]], range[port[i]], port[i], is_arb() && i == ports)
    if (!is_arb()) write_own_ports()
    print ");"
    for (i = 1; i <= constants; i++) print "    " constant[i] ";"
}
function write_parameter(name, last) {
    printf "    parameter %s = %s%s", name, default_of[name], last ? "" : ","
    print note[name] == "" ? "" : " // " note[name]
}
function write_own_ports(    bits) { # the selection and the register bus
    bits = is_gate() ? "[15:0]" : "[7:0]"
    declare("input", bits, "sel_i")
    declare("output", bits, is_gate() ? "mask_o" : "count_o")
    declare("input", "", "lock_i")
    declare("input", "", "wr_valid_i")
    declare("input", "[11:0]", "wr_addr_i")
    declare("input", "[31:0]", "wr_data_i")
    declare("output", "", "wr_err_o")
    declare("input", "[11:0]", "rd_addr_i")
    declare("output", "[31:0]", "rd_data_o")
    declare("output", "", "rd_err_o", 1)
}

# --- selection: P_en ----------------------------------------------------------------------------------
function write_index_enables(    m, bits, test) { # sel_i is an index; other values are never written
    while (2 ^ bits < policies) bits++
    for (m = 1; m <= policies; m++) {
        test = sprintf("sel_i[%d:0] == %d\047d%d", bits - 1, bits, m - 1)
        printf "    wire %s_en = %s;\n", policy[m], policies == 1 ? "1\047b1" : test
    }
    printf "    assign count_o = 8\047d%d;\n", policies
}
function write_gate_enables(    m, gates) { # bit g of sel_i selects gate g; gate_none is selected by none
    gates = 0
    for (m = 1; m <= policies; m++) {
        if (policy[m] == "gate_none") {
            print "    wire gate_none_en = !(|sel_i);"
            continue
        }
        printf "    wire %s_en = sel_i[%d];\n", policy[m], gates
        gates++
    }
    printf "    assign mask_o  = 16\047d%d;\n", 2 ^ gates - 1
}

# --- registers of the policies' parameters, numbered over all of them, and the answers to the register bus ---
function write_registers(    m, i, n) {
    n = 0
    for (m = 1; m <= policies; m++)
        for (i = 1; i <= params[policy[m]]; i++) {
            write_register(policy[m], i, n)
            n++
        }
    printf "    assign wr_err_o  = !(1\047b0%s);\n", each_register(" || wr_ok_", n)
    printf "    assign rd_err_o  = !(1\047b0%s);\n", each_register(" || rd_ok_", n)
    printf "    assign rd_data_o = 32\047d0%s;\n", each_register(" | rd_", n)
}
function write_register(module, i, n,    bits, name) {
    bits = bits_of(most[module, i])
    name = module "_" key[module, i]
    printf "    wire [%d:0] %s;\n", bits - 1, name
    printf "    wire [31:0] rd_%d;\n", n
    printf "    wire wr_ok_%d, rd_ok_%d;\n", n, n
    printf "    lib_param #(.W(%d), .RESET(32\047d%.0f), .MAX(32\047d%.0f), ", bits, reset[module, i], most[module, i]
    printf ".ADDR(12\047h%s)) u_%s (\n", parameter_address(module, i), name
    print  "        .clk_i(clk_i), .rst_ni(rst_ni), .lock_i(lock_i),"
    print  "        .wr_valid_i(wr_valid_i), .wr_addr_i(wr_addr_i), .wr_data_i(wr_data_i), .wr_ok_o(wr_ok_" n "),"
    print  "        .rd_addr_i(rd_addr_i), .rd_data_o(rd_" n "), .rd_ok_o(rd_ok_" n "),"
    print  "        .value_o(" name ")"
    print  "    );"
}
function each_register(text, n,    i, all) { # text0text1...
    for (i = 0; i < n; i++) all = all text i
    return all
}

# --- a policy's instance, connected by name to what it declares --------------------------------------
function write_instance(module,    i, p, list) {
    for (i = 1; i <= ports; i++)
        if (is_output(port[i]) && !is_arb()) write_output(module, port[i])
    for (i = 1; i <= parameters; i++) {
        p = parameter[i]
        if (used_by(module, p)) list = list (list == "" ? "" : ", ") "." p "(" p ")"
    }
    printf "    %s #(%s) u_%s (", module, list, module
    list = ""
    for (i = 1; i <= ports; i++)
        if (used_by(module, port[i])) list = list pin(list, port[i], connection(module, port[i]))
    for (i = 1; i <= params[module]; i++)
        list = list pin(list, "param_" key[module, i] "_i", module "_" key[module, i])
    print list
    for (i = 1; i <= ports; i++)
        if ((module, port[i]) in proves) print "`ifdef FORMAL\n        , ." port[i] "(" port[i] ")\n`endif"
    print "    );"
}
function pin(before, name, to) { return (before == "" ? "" : ",") "\n        ." name "(" to ")" }
function connection(module, p) {
    if (is_enable(p)) return module "_en"
    return is_output(p) && !is_arb() ? module "_" p : p
}
function write_output(module, p) { # the wire that the policy drives
    if (used_by(module, p)) printf "    wire %s%s_%s;\n", spaced(range[p]), module, p
}

# --- answers of the bank ----------------------------------------------------------------------------
function write_answers(    i) {
    for (i = 1; i <= ports; i++) {
        if (!is_output(port[i])) continue
        if (!is_arb()) write_answer(port[i])
        else if (!used_by(policy[1], port[i])) printf "    assign %s = %s;\n", port[i], value[port[i]]
    }
}
# The selected policy's output, or the default if it does not drive it. The default is written once: one for each policy
# costs the simulator a wide word per policy in every cycle. `?:` selects, because Verilator 5.006 replicates an enable of
# thousands of bits one by one. Gates are ORed, or ANDed if the default is ones, so that those that are not selected, or do
# not drive it, are left out.
function write_answer(p,    m, all, enables, terms) {
    all = is_gate() && value[p] ~ /1\047b1/
    for (m = 1; m <= policies; m++) {
        if (!used_by(policy[m], p)) continue
        terms = terms (terms == "" ? "" : all ? " & " : " | ")
        terms = terms sprintf("(%s_en ? %s_%s : {%s{%s}})", policy[m], policy[m], p, width(p), all ? "1\047b1" : "1\047b0")
        enables = enables (enables == "" ? "" : " || ") policy[m] "_en"
    }
    if (terms == "") terms = value[p]
    else if (!is_gate() && value[p] !~ /1\047b0/ && drivers(p) < policies)
        terms = terms sprintf(" | (%s ? {%s{1\047b0}} : %s)", enables, width(p), value[p])
    printf "    assign %s = %s;\n", p, terms
}
function drivers(p,    m, n) {
    for (m = 1; m <= policies; m++) n += used_by(policy[m], p)
    return n + 0
}
function write_unused(    i, list) { # inputs that no built policy reads
    for (i = 1; i <= ports; i++)
        if (!is_output(port[i]) && !is_enable(port[i])) list = list ", " port[i]
    if (!is_arb()) list = list ", sel_i, lock_i, wr_valid_i, wr_addr_i, wr_data_i, rd_addr_i"
    print "    wire unused = &{1\047b0" list "};"
}

# --- facts ------------------------------------------------------------------------------------------
BEGIN { FS = "\t" }
$1 == "localparam" { constant[++constants] = $2 }
$1 == "parameter" {
    parameter[++parameters] = $2
    default_of[$2] = $3
    note[$2] = $4
}
$1 == "port" {
    port[++ports] = $3
    direction[$3] = $2
    range[$3] = $4
    value[$3] = $5
}
$1 == "policy" { policy[++policies] = $2 }
$1 == "uses" { uses[$2, $3] = 1 }
$1 == "proves" { proves[$2, $3] = 1 }
$1 == "param" {
    i = ++params[$2]
    key[$2, i] = $3
    reset[$2, i] = $4
    most[$2, i] = $5
}
END {
    write_header()
    if (is_gate()) write_gate_enables()
    else if (!is_arb()) write_index_enables()
    if (!is_arb()) write_registers()
    for (m = 1; m <= policies; m++) write_instance(policy[m])
    write_answers()
    write_unused()
    print "endmodule"
    print "`default_nettype wire"
}
