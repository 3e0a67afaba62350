# Turns the recorded ports of a Verilated top into what replay.v drives a netlist of it with, perhaps a
# smaller one.
#
#   awk -v top=disp_top -v scope=disp -v sizes="SMS=4 SLOTS=4" -v out=DIR [-v policy=N -v policy_at=N] \
#       -f replay.awk PORTS NET.v WAVE.vcd
#
# Writes DIR/stimuli.txt, a line of inputs and outputs per clock, DIR/replay_pins.vh, the netlist's ports in that order, and
# DIR/wrapper.v, the netlist with the recorded top's ports, for a program to be linked with. Prints clocks, bits of inputs
# and bits of outputs. With `policy` a write to address `policy_at`, the POLICY register, carries that value: a bank with fewer policies has
# other indexes.
# Outputs of the register bus are not compared, as a smaller design has other constants to read.
function fail(msg) { print "replay.awk: " msg > "/dev/stderr"; failed = 1; exit 1 }
function clog2(n,    w) { for (w = 0; 2 ^ w < n; w++); return w }
function dim(word, side) { # a dimension in the wave ("w") or in the netlist ("n")
    if (word ~ /^[0-9]+$/) return word + 0
    if (word == "CNT_W") return clog2(dim("SLOTS", side) + 1)
    if (word == "SLOT_W") return clog2(dim("SLOTS", side)) + (dim("SLOTS", side) == 1)
    if (side == "w") return to_number(value[parameter[word]])
    if (!match(" " sizes, " " word "=[0-9]+")) fail("no size " word)
    return substr(" " sizes, RSTART + length(word) + 2, RLENGTH - length(word) - 2) + 0
}
# Where bit `bit` of the netlist's port stands in the recorded one.
function source(p, bit,    n, i, d, at, step) {
    n = split(layout[p], d, " ")
    at = 0
    step = 1
    for (i = n; i >= 1; i--) {
        at += bit % dim(d[i], "n") * step
        bit = int(bit / dim(d[i], "n"))
        step *= dim(d[i], "w")
    }
    return at
}
function padded(text, width) {
    while (length(text) < width) text = "00000000000000000000000000000000" text
    return substr(text, length(text) - width + 1)
}
function cut(p,    v, k, bits, w) { # the netlist's bits of port p, as text
    if (p in kept && seen[p] == value[id[p]]) return kept[p]
    seen[p] = value[id[p]]
    w = width[p]
    v = padded(seen[p], recorded[p] > w ? recorded[p] : w)
    if (p in layout) {
        bits = ""
        for (k = w - 1; k >= 0; k--) bits = bits substr(v, length(v) - from[p, k], 1)
    } else {
        bits = substr(v, length(v) - w + 1)
    }
    return kept[p] = bits
}
function to_number(text,    i, n) {
    for (i = 1; i <= length(text); i++) n = n * 2 + substr(text, i, 1)
    return n + 0
}
function to_binary(n,    text) {
    for (; n > 0; n = int(n / 2)) text = n % 2 text
    return padded(text, 32)
}
function tabulate(    i, p, k) { # dimensions are known only after the first values
    for (i = 1; i <= ports + hidden; i++) {
        p = port[i]
        for (k = 0; k < width[p]; k++) from[p, k] = p in layout ? source(p, k) : k
    }
}
function record(    i, p, in_bits, out_bits, bits) {
    if (!cycles) tabulate()
    for (i = 1; i <= ports; i++) {
        p = port[i]
        bits = cut(p)
        if (p == "s_axil_wdata_i" && policy != "" && value[id["s_axil_wvalid_i"]] == "1" &&
            to_number(value[id["s_axil_awaddr_i"]]) == policy_at)
            bits = to_binary(policy)
        if (input[p]) in_bits = in_bits bits
        else out_bits = out_bits bits
    }
    print in_bits, out_bits > (out "/stimuli.txt")
    cycles++
}
function timestep(    i, rises) { # outputs are compared as they stand before the edge
    rises = 0
    for (i = 1; i <= changes; i++)
        if (changed[i] == id["clk_i"] && to[i] == "1" && value[changed[i]] == "0") rises = 1
    if (rises) record()
    for (i = 1; i <= changes; i++) value[changed[i]] = to[i]
    changes = 0
}
function pins(    i, p, in_at, out_at, file) { # connects each port to its bits of a line, the first to the uppermost
    file = out "/replay_pins.vh"
    for (i = 1; i <= ports; i++)
        if (input[port[i]]) in_w += width[port[i]]
        else out_w += width[port[i]]
    if (!out_w) fail("no output to compare")
    in_at = in_w
    out_at = out_w
    for (i = 1; i <= ports; i++) {
        p = port[i]
        if (input[p]) {
            print "." p "(in[" in_at - 1 ":" in_at - width[p] "])," > file
            in_at -= width[p]
        } else {
            print "." p "(out[" out_at - 1 ":" out_at - width[p] "])," > file
            out_at -= width[p]
        }
    }
    close(file)
}
# The netlist, renamed to TOP_gates, behind the recorded ports: bits it does not have read 0.
function wrapper(    i, k, p, file, ends, bits) {
    file = out "/wrapper.v"
    print "module " top " (" > file
    for (i = 1; i <= ports + hidden; i++) {
        p = port[i]
        print "    " (input[p] ? "input  " : "output ") "wire " \
            (recorded[p] > 1 ? "[" recorded[p] - 1 ":0] " : "") p "," > file
    }
    print "    input  wire clk_i\n);\n    " top "_gates u_gates (" > file
    for (i = 1; i <= ports + hidden; i++) {
        p = port[i]
        ends = ""
        for (k = width[p] - 1; k >= 0; k--)
            ends = ends (ends == "" ? "" : ", ") (recorded[p] > 1 ? p "[" from[p, k] "]" : p)
        print "        ." p "({" ends "})," > file
    }
    print "        .clk_i(clk_i)\n    );" > file
    for (i = 1; i <= ports + hidden; i++) { # outputs wider than the netlist's
        p = port[i]
        if (input[p] || recorded[p] <= width[p]) continue
        for (k = 0; k < width[p]; k++) driven[p, from[p, k]] = 1
        for (k = 0; k < recorded[p]; k++)
            if (!((p, k) in driven)) print "    assign " p "[" k "] = 1'b0;" > file
    }
    print "endmodule" > file
    close(file)
}
FNR == 1 { file_no++ }
file_no == 1 { # layouts
    if ($1 == top && $3 == "-") {
        passed_over[$2] = 1
    } else if ($1 == top) {
        p = $2
        $1 = $2 = ""
        layout[p] = $0
    }
    next
}
file_no == 2 { # the netlist's ports
    if ($1 == "module") inside = $2 ~ "^" top "\\("
    if (!inside || ($1 != "input" && $1 != "output")) next
    p = $NF
    sub(/;$/, "", p)
    w = 1
    if ($2 ~ /^\[/) {
        w = $2
        gsub(/\[|:.*/, "", w)
        w++
    }
    if (p == "clk_i") next
    if ($1 == "output" && (p ~ /^s_axil_/ || p in passed_over)) bus[++hidden] = p
    else port[++ports] = p
    width[p] = w
    input[p] = $1 == "input"
    next
}
/^\$scope/ { level++; here = $3; if (level == 1) root = $3; next }
/^\$upscope/ { level--; next }
/^\$var/ {
    if (root != scope) next
    if (level == 1) { id[$5] = $4; recorded[$5] = $3 }
    if ($2 == "parameter" && level == 2) parameter[$5] = $4
    next
}
/^\$enddefinitions/ {
    for (i = 1; i <= hidden; i++) port[ports + i] = bus[i] # behind those that are compared
    for (i = 1; i <= ports + hidden; i++)
        if (!(port[i] in id)) fail("the wave has no " scope "." port[i])
    next
}
/^#/ { if (begun) timestep(); begun = 1; next }
/^b/ { changed[++changes] = $2; to[changes] = substr($1, 2); next }
/^[01]/ { changed[++changes] = substr($0, 2); to[changes] = substr($0, 1, 1); next }
END {
    if (failed) exit 1
    timestep()
    if (!cycles) fail("the wave has no clock edge of " scope)
    pins()
    wrapper()
    print cycles, in_w, out_w
}
