# Power from what every net of the netlist did while it replayed a recorded kernel, in mW.
#
#   awk -v cycles=N -f power.awk CELLS.v NET.v still.txt toggling.txt NETS.vcd
#
# still.txt and toggling.txt are OpenSTA's power per instance with no net toggling and with every net
# toggling once per cycle. An instance takes still + a * (toggling - still), where a are the changes
# per cycle of the net it drives (the mean, if it drives several). Prints the clock's share (clock pins
# of the registers), that of the data, the leakage, and the mean changes per net and cycle.
function plain(name) { sub(/^\\/, "", name); return name }
function net_of(line) { # ".Y(\u_fit.map_q[3] )," or "{ a, b }" never: cells have one-bit pins
    sub(/^[^(]*\(/, "", line)
    sub(/ *\),?$/, "", line)
    return plain(line)
}
FNR == 1 { file++ }
file == 1 { # pins that drive
    if ($1 == "module") { cell = $2; sub(/\(.*/, "", cell) }
    if ($1 == "output") { pin = $2; sub(/;$/, "", pin); drives[cell, pin] = 1 }
    next
}
file == 2 { # instances
    if ($1 ~ /^(module|input|output|wire|assign|endmodule)$/) next
    if ($NF == "(") { cell = $1; instance = plain($2); next }
    if ($1 !~ /^\./) next
    pin = substr($1, 2)
    sub(/\(.*/, "", pin)
    if ((cell, pin) in drives) {
        net = net_of($0)
        if (net != "") driven[instance] = driven[instance] (driven[instance] == "" ? "" : " ") net
    }
    next
}
file == 3 || file == 4 {
    if ($1 !~ /^[-+0-9.]+e[-+][0-9]+$/ || NF != 5) next
    if (file == 3) { internal[$5] = $1; leak[$5] = $3; total0[$5] = $4 }
    else total1[$5] = $4
    next
}
/^\$var/ { wide[$4] = $3; name = plain($5); label[$4] = label[$4] (label[$4] == "" ? "" : " ") name; next }
/^#/ { time = substr($0, 2) + 0; next }
/^b/ { bits = substr($1, 2); change($2, bits); next }
/^[01xz]/ { change(substr($0, 2), substr($0, 1, 1)); next }
function change(id, bits,    w, i) {
    w = wide[id]
    while (length(bits) < w) bits = (bits ~ /^[xz]/ ? substr(bits, 1, 1) : "0") bits
    if (time > 0)
        for (i = 1; i <= w; i++)
            if (substr(bits, i, 1) != substr(was[id], i, 1)) changes[id, w - i]++
    was[id] = bits
}
END {
    for (id in label) {
        n = split(label[id], names, " ")
        for (k = 1; k <= n; k++)
            for (i = 0; i < wide[id]; i++)
                toggles[wide[id] == 1 ? names[k] : names[k] "[" i "]"] = changes[id, i] + 0
    }
    for (inst in total0) {
        n = split(driven[inst], names, " ")
        rate = 0
        for (k = 1; k <= n; k++) {
            if (names[k] in toggles) measured++
            else { missing++; if (missing == 1) first_missing = names[k] }
            rate += toggles[names[k]] / cycles / n
            rates += toggles[names[k]] / cycles
        }
        clock += internal[inst]
        leakage += leak[inst]
        data += rate * (total1[inst] - total0[inst])
    }
    if (missing) {
        print "power.awk: " missing " nets without a measured activity, the first is " first_missing > "/dev/stderr"
        exit 1
    }
    printf "power_clock_mw %.6g\npower_data_mw %.6g\npower_leak_mw %.6g\npower_mw %.6g\n",
        clock * 1e3, data * 1e3, leakage * 1e3, (clock + data + leakage) * 1e3
    printf "activity %.6g\n", measured ? rates / measured : 0
}
