# Power from what every net of the netlist did while it replayed a recorded kernel, in mW.
#
#   awk -v cycles=N -f power.awk CELLS.v NET.v still.txt toggling.txt NETS.vcd
#
# still.txt and toggling.txt are OpenSTA's power per instance with no net toggling and with every net
# toggling once per cycle. An instance takes still + a * (toggling - still), where a are the changes
# per cycle of the net it drives (the mean, if it drives several). Prints the clock's share (clock pins
# of the registers), that of the data, the leakage, and the mean changes per net and cycle.
function plain(name) {
    sub(/^\\/, "", name)
    return name
}
function appended(list, word) { return list (list == "" ? "" : " ") word }

# --- CELLS.v: drives[cell, pin] -----------------------------------------------------------------------
function read_cell(    pin) {
    if ($1 == "module") {
        cell = $2
        sub(/\(.*/, "", cell)
    }
    if ($1 == "output") {
        pin = $2
        sub(/;$/, "", pin)
        drives[cell, pin] = 1
    }
}

# --- NET.v: driven[instance], the nets that it drives -------------------------------------------------
function read_instance(    pin, net) {
    if ($1 ~ /^(module|input|output|wire|assign|endmodule)$/) return
    if ($NF == "(") {
        cell = $1
        instance = plain($2)
        return
    }
    if ($1 !~ /^\./) return
    pin = substr($1, 2)
    sub(/\(.*/, "", pin)
    net = net_of($0)
    if ((cell, pin) in drives && net != "") driven[instance] = appended(driven[instance], net)
}
function net_of(line) { # of ".Y(\u_fit.map_q[3] ),": cells have pins of one bit, so there is no "{ a, b }"
    sub(/^[^(]*\(/, "", line)
    sub(/ *\),?$/, "", line)
    return plain(line)
}

# --- still.txt, toggling.txt: INTERNAL SWITCHING LEAKAGE TOTAL INSTANCE, in W --------------------------
function is_power() { return NF == 5 && $1 ~ /^[-+0-9.]+e[-+][0-9]+$/ }
function read_still() {
    internal[$5] = $1
    leak[$5] = $3
    total_still[$5] = $4
}

# --- NETS.vcd: changes[code, bit] after time 0; values may be x or z, and all start at time 0 -----------
function read_var() {
    wide[$4] = $3
    label[$4] = appended(label[$4], plain($5))
}
function count_changes(code, bits,    w, i) {
    w = wide[code]
    while (length(bits) < w) bits = (bits ~ /^[xz]/ ? substr(bits, 1, 1) : "0") bits
    if (time > 0)
        for (i = 1; i <= w; i++)
            if (substr(bits, i, 1) != substr(was[code], i, 1)) changes[code, w - i]++
    was[code] = bits
}

# --- sums -----------------------------------------------------------------------------------------------
function name_nets(    code, n, k, i, names) { # toggles[net], by each of its names
    for (code in label) {
        n = split(label[code], names, " ")
        for (k = 1; k <= n; k++)
            for (i = 0; i < wide[code]; i++)
                toggles[wide[code] == 1 ? names[k] : names[k] "[" i "]"] = changes[code, i] + 0
    }
}
function rate(instance,    n, k, names, sum) { # mean changes per cycle of the nets that it drives
    n = split(driven[instance], names, " ")
    for (k = 1; k <= n; k++) {
        if (!(names[k] in toggles)) {
            missing++
            if (missing == 1) first_missing = names[k]
        } else measured++
        sum += toggles[names[k]] / cycles / n
        rates += toggles[names[k]] / cycles
    }
    return sum + 0
}

FNR == 1 { file++ }
file == 1 { read_cell() }
file == 2 { read_instance() }
file == 3 && is_power() { read_still() }
file == 4 && is_power() { total_toggling[$5] = $4 }
file < 5 { next }
/^\$var/ { read_var() }
/^#/ { time = substr($0, 2) + 0 }
/^b/ { count_changes($2, substr($1, 2)) }
/^[01xz]/ { count_changes(substr($0, 2), substr($0, 1, 1)) }
END {
    name_nets()
    for (inst in total_still) {
        clock += internal[inst]
        leakage += leak[inst]
        data += rate(inst) * (total_toggling[inst] - total_still[inst])
    }
    if (missing) {
        print "power.awk: " missing " nets without a measured activity, the first is " first_missing > "/dev/stderr"
        exit 1
    }
    printf "power_clock_mw %.6g\n", clock * 1e3
    printf "power_data_mw %.6g\n", data * 1e3
    printf "power_leak_mw %.6g\n", leakage * 1e3
    printf "power_mw %.6g\n", (clock + data + leakage) * 1e3
    printf "activity %.6g\n", measured ? rates / measured : 0
}
