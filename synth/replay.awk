# Turns the recorded ports of a Verilated top into what replay.v drives a netlist of it with; the netlist may be of a
# smaller design (fewer SMs, slots, kernels).
#
#   awk -v top=disp_top -v scope=disp -v sizes="SMS=4 SLOTS=4" -v out=DIR [-v policy=N -v policy_at=N] \
#       -f vcd.awk -f replay.awk PORTS NET.v WAVE.vcd
#
# Writes DIR/stimuli.txt: a line of inputs and outputs per clock; DIR/replay_pins.vh: the netlist's ports in that order;
# DIR/wrapper.v: the netlist behind the recorded top's ports, for a program to be linked with. Prints clocks, bits of
# inputs and bits of outputs. With `policy`, a write to address `policy_at`, the POLICY register, carries that value: a
# bank with fewer policies has other indexes. Outputs of the register bus are not compared, as a smaller design has other
# constants to read.
#
# port[1..ports] are compared; port[ports+1..ports+hidden] are outputs that are not. Of port p, input[p] says whether it
# is one, width[p] is the netlist's width, recorded(p) that of the wave.
function fail(msg) {
    print "replay.awk: " msg > "/dev/stderr"
    failed = 1
    exit 1
}
function recorded(p) { return width_of[scope "." p] }
function sampled(p) { return was(scope "." p) }

# --- PORTS: TOP PORT DIMENSIONS..., or TOP PORT - ---------------------------------------------------
function read_layout(    p) {
    if ($1 != top) return
    p = $2
    if ($3 == "-") {
        not_compared[p] = 1
        return
    }
    $1 = $2 = ""
    layout[p] = $0
}

# --- NET.v: the port declarations of the top --------------------------------------------------------
function read_netlist(    p) {
    if ($1 == "module") inside = $2 ~ "^" top "\\("
    if (!inside || ($1 != "input" && $1 != "output")) return
    p = $NF
    sub(/;$/, "", p)
    if (p == "clk_i") return
    width[p] = range_width($2)
    input[p] = $1 == "input"
    if (input[p] || !(p ~ /^s_axil_/ || p in not_compared)) port[++ports] = p
    else hidden_port[++hidden] = p
}
function range_width(word) { # [7:0]: 8; no range: 1
    if (word !~ /^\[/) return 1
    gsub(/\[|:.*/, "", word)
    return word + 1
}

# --- WAVE.vcd ---------------------------------------------------------------------------------------
function reads(path) { return path == scope || path == scope "." top } # ports; parameters
function declared(    i) {
    for (i = 1; i <= hidden; i++) port[ports + i] = hidden_port[i]
    for (i = 1; i <= ports + hidden; i++)
        if (!(scope "." port[i] in width_of)) fail("the wave has no " scope "." port[i])
}
function timestep() { # ports are recorded as they stand before the clock edge
    if (rises(scope ".clk_i")) record()
}

# --- which recorded bits the netlist's port has -----------------------------------------------------
function clog2(n,    w) {
    for (w = 0; 2 ^ w < n; w++);
    return w
}
function dimension(word, side,    part) { # a dimension of PORTS: side "w" in the wave, "n" in the netlist
    if (split(word, part, "+") == 2) return dimension(part[1], side) + dimension(part[2], side)
    if (word ~ /^[0-9]+$/) return word + 0
    if (word == "CNT_W") return clog2(dimension("SLOTS", side) + 1)
    if (word == "WARP_W") return clog2(dimension("WARPS", side)) + (dimension("WARPS", side) == 1)
    if (word == "SLOT_W") return clog2(dimension("SLOTS", side)) + (dimension("SLOTS", side) == 1)
    if (side == "w") return number(now(scope "." top "." word))
    if (!match(" " sizes, " " word "=[0-9]+")) fail("no size " word)
    return substr(" " sizes, RSTART + length(word) + 2, RLENGTH - length(word) - 2) + 0
}
# Element i of the netlist's dimension: its place in the wave's. A+B: A elements of one kind, then B of another.
function place(word, i,    part) {
    if (split(word, part, "+") != 2 || i < dimension(part[1], "n")) return i
    return i - dimension(part[1], "n") + dimension(part[1], "w")
}
# Port p is an array with the dimensions layout[p]: the place of its netlist's bit `k` in the recorded vector, from the
# least significant dimension on.
function array_bit(p, k,    n, i, d, at, step) {
    n = split(layout[p], d, " ")
    at = 0
    step = 1
    for (i = n; i >= 1; i--) {
        at += place(d[i], k % dimension(d[i], "n")) * step
        k = int(k / dimension(d[i], "n"))
        step *= dimension(d[i], "w")
    }
    return at
}
# from[p, k]: the recorded bit that is bit k of the netlist's port. Parameters are known only after the first values.
function find_bits(    i, p, k) {
    for (i = 1; i <= ports + hidden; i++) {
        p = port[i]
        for (k = 0; k < width[p]; k++) from[p, k] = p in layout ? array_bit(p, k) : k
    }
}

# --- DIR/stimuli.txt --------------------------------------------------------------------------------
function padded(text, digits) {
    while (length(text) < digits) text = "00000000000000000000000000000000" text
    return substr(text, length(text) - digits + 1)
}
function binary(n,    text) {
    for (; n > 0; n = int(n / 2)) text = n % 2 text
    return padded(text, 32)
}
function netlist_bits(p,    text, bits, k) { # of port p as sampled; kept until the port changes
    if (p in kept && kept_of[p] == sampled(p)) return kept[p]
    kept_of[p] = sampled(p)
    text = padded(kept_of[p], recorded(p) > width[p] ? recorded(p) : width[p])
    if (p in layout)
        for (k = width[p] - 1; k >= 0; k--) bits = bits substr(text, length(text) - from[p, k], 1)
    else bits = substr(text, length(text) - width[p] + 1)
    kept[p] = bits
    return bits
}
function writes_policy() {
    return policy != "" && sampled("s_axil_wvalid_i") == "1" && number(sampled("s_axil_awaddr_i")) == policy_at
}
function record(    i, p, bits, in_bits, out_bits) {
    if (!cycles) find_bits()
    for (i = 1; i <= ports; i++) {
        p = port[i]
        bits = netlist_bits(p)
        if (p == "s_axil_wdata_i" && writes_policy()) bits = binary(policy)
        if (input[p]) in_bits = in_bits bits
        else out_bits = out_bits bits
    }
    print in_bits, out_bits > (out "/stimuli.txt")
    cycles++
}

# --- DIR/replay_pins.vh: connects each port to its bits of a line, the first port to the uppermost ----
function write_pins(    i, p, at, side, file) {
    file = out "/replay_pins.vh"
    for (i = 1; i <= ports; i++) total[input[port[i]]] += width[port[i]]
    in_w = total[1] + 0
    out_w = total[0] + 0
    if (!out_w) fail("no output to compare")
    at[1] = in_w
    at[0] = out_w
    for (i = 1; i <= ports; i++) {
        p = port[i]
        side = input[p]
        print "." p "(" (side ? "in" : "out") "[" at[side] - 1 ":" at[side] - width[p] "])," > file
        at[side] -= width[p]
    }
    close(file)
}

# --- DIR/wrapper.v: the netlist, renamed to TOP_gates; recorded bits that it does not have read 0 ------
function write_wrapper(    i, file) {
    file = out "/wrapper.v"
    print "module " top " (" > file
    for (i = 1; i <= ports + hidden; i++) print "    " wrapper_port(port[i]) "," > file
    print "    input  wire clk_i\n);\n    " top "_gates u_gates (" > file
    for (i = 1; i <= ports + hidden; i++) print "        ." port[i] "({" wrapper_bits(port[i]) "})," > file
    print "        .clk_i(clk_i)\n    );" > file
    for (i = 1; i <= ports + hidden; i++)
        if (!input[port[i]]) wrapper_zeros(port[i], file)
    print "endmodule" > file
    close(file)
}
function wrapper_port(p) {
    return (input[p] ? "input  " : "output ") "wire " (recorded(p) > 1 ? "[" recorded(p) - 1 ":0] " : "") p
}
function wrapper_bits(p,    k, list) {
    for (k = width[p] - 1; k >= 0; k--)
        list = list (list == "" ? "" : ", ") (recorded(p) > 1 ? p "[" from[p, k] "]" : p)
    return list
}
function wrapper_zeros(p, file,    k, driven) {
    for (k = 0; k < width[p]; k++) driven[from[p, k]] = 1
    for (k = 0; k < recorded(p); k++)
        if (!(k in driven)) print "    assign " p "[" k "] = 1'b0;" > file
}

FNR == 1 { file_no++ }
file_no == 1 { read_layout() }
file_no == 2 { read_netlist() }
END {
    if (failed) exit 1
    timestep()
    if (!cycles) fail("the wave has no clock edge of " scope)
    write_pins()
    write_wrapper()
    print cycles, in_w, out_w
}
