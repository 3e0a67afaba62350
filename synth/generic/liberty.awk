# Writes library `generic` as Liberty: area, delay, power of each cell from logical effort and one process point.
#
#   awk -f liberty.awk process.txt cells.txt >generic.lib
#
# A stage of size w that drives the capacitance C (in inputs of an inverter of size 1) has the effort E = p + C / w. Its
# delay is k tau E + a t: t is the transition of its input, a that of Hedenstierna and Jeppson. A step into an RC stage
# passes 20 to 80 % in ln 4 / ln 2 = 2 times its delay to 50 %, so the transition of its output is 2 k tau E. k makes the
# delay tau E, as logical effort has it, where a stage is driven by one of its own effort: k + 2 a k = 1. So FO4 is 5 tau.
# Parasitics count as capacitance: p inverter inputs each. Short-circuit currents are left out.
function complain(text) {
    print FILENAME ":" FNR ": " text > "/dev/stderr"
    failed = 1
    exit 2
}
function fraction(text,    f) {
    return split(text, f, "/") == 2 ? f[1] / f[2] : text + 0
}
function sized(word, x) { return word == "x" ? x : word == "h" ? (x > 2 ? x / 2 : 1) : word + 0 }
function columns(text, x,    term, n, i, sum) {
    if (text ~ /^[0-9]+$/) return text * x
    n = split(text, term, "+")
    for (i = 1; i <= n; i++)
        if (term[i] ~ /[xh]$/)
            sum += (term[i] ~ /^[0-9]/ ? term[i] + 0 : 1) * sized(substr(term[i], length(term[i])), x)
        else sum += term[i]
    return sum
}

# Splits a chain into gate[1..n], size[], extra[] (load inside the cell); returns n.
function stages(chain, x,    part, n, i, f) {
    n = split(chain, part, ",")
    for (i = 1; i <= n; i++) {
        split(part[i], f, "[/+]")
        gate[i] = f[1]
        size[i] = sized(f[2], x)
        extra[i] = f[3] + 0
        if (!((gate_name(i)) in p)) complain("no gate " gate[i])
    }
    return n
}
function gate_name(i,    f) {
    split(gate[i], f, ".")
    return f[1]
}
function effort_of(i,    f) { # logical effort of the input that the chain enters by
    return split(gate[i], f, ".") == 2 ? g[f[1], f[2]] : g[f[1], "a"]
}
function input_load(chain, x) {
    stages(chain, x)
    return effort_of(1) * size[1]
}
# Sets fixed (ps, at an input without transition and no load), per_slew, per_load (ps per inverter input), slew_fixed and
# slew_per_load of the output, moved (inverter inputs that change with it) of a chain.
function trace(chain, x,    n, i, load, effort, slew) {
    n = stages(chain, x)
    fixed = slew = moved = 0
    for (i = 1; i <= n; i++) {
        load = extra[i] + (i < n ? effort_of(i + 1) * size[i + 1] : 0)
        effort = p[gate_name(i)] + load / size[i]
        fixed += k * tau * effort + (i > 1 ? a * slew : 0)
        slew = 2 * k * tau * effort
        moved += p[gate_name(i)] * size[i] + load
    }
    per_slew = a
    per_load = k * tau / size[n]
    slew_fixed = slew
    slew_per_load = 2 * k * tau / size[n]
}

# --- text ---------------------------------------------------------------------------------------------
function row(values) { return "\"" values "\"" }
function number(v) { return sprintf("%.6g", v) }
function table(kind, fix, by_slew, by_load, x,    i, j, line, text) { # ns over SLEWS and LOADS, these scaled by the size
    text = "        " kind " (delay) {\n          index_1 (" row(slew_axis) ");\n          index_2 (" row(load_axis(x)) ");\n          values ("
    for (i = 1; i <= slews; i++) {
        line = ""
        for (j = 1; j <= loads; j++)
            line = line (j > 1 ? ", " : "") number((fix + by_slew * slew_ps[i] + by_load * load_x[j] * x) / 1000)
        text = text (i > 1 ? ", \\\n            " : "") row(line)
    }
    return text ");\n        }\n"
}
function load_axis(x,    j, line) {
    for (j = 1; j <= loads; j++) line = line (j > 1 ? ", " : "") number(load_x[j] * x * unit_ff / 1000)
    return line
}
function constraint(kind, fix, by_clock, by_data,    i, j, line, text) {
    text = "        " kind " (constraint) {\n          values ("
    for (i = 1; i <= slews; i++) {
        line = ""
        for (j = 1; j <= slews; j++)
            line = line (j > 1 ? ", " : "") number((fix + by_clock * slew_ps[i] + by_data * slew_ps[j]) / 1000)
        text = text (i > 1 ? ", \\\n            " : "") row(line)
    }
    return text ");\n        }\n"
}
function energy(inputs) { return number(0.5 * inputs * unit_ff * volts * volts / 1000) } # pJ of a change
function power(related, inputs) {
    return "      internal_power () {\n" (related == "" ? "" : "        related_pin : \"" related "\";\n") \
        "        rise_power (scalar) { values (\"" energy(inputs) "\"); }\n        fall_power (scalar) { values (\"" energy(inputs) "\"); }\n      }\n"
}
function input_pin(name, load, more) {
    return "    pin (" name ") {\n      direction : input;\n      capacitance : " number(load * unit_ff / 1000) ";\n" more "    }\n"
}
function arcs(x) { # the four tables of the chain that trace() looked at last
    return table("cell_rise", fixed, per_slew, per_load, x) table("cell_fall", fixed, per_slew, per_load, x) \
        table("rise_transition", slew_fixed, 0, slew_per_load, x) table("fall_transition", slew_fixed, 0, slew_per_load, x)
}
function slowest(list, x,    chain, n, i, best, at) { # traces the slower of the chains
    n = split(list, chain, " ")
    for (i = 1; i <= n; i++) {
        trace(chain[i], x)
        if (i == 1 || fixed > best) { best = fixed; at = i }
    }
    trace(chain[at], x)
}
function all_load(list, x,    chain, n, i, sum) {
    n = split(list, chain, " ")
    for (i = 1; i <= n; i++) sum += input_load(chain[i], x)
    return sum
}
function head(x,    name, wide) {
    name = cell == "TIE0" || cell == "TIE1" ? cell : cell "_X" x
    wide = columns(cols, x) + strips
    return "  cell (" name ") {\n    area : " number(wide * track * track * rows) ";\n    cell_leakage_power : " \
        number(0.5 * columns(cols, x) * width_um * (off_na_um + tunnel_na_um) * volts) ";\n"
}
function output_pin(name, maximum, more) {
    return "    pin (" name ") {\n      direction : output;\n      max_capacitance : " number(maximum * load_x[loads] * unit_ff / 1000) ";\n" more "    }\n"
}
function combinational(x,    i, text, timing, sense) {
    text = head(x)
    for (i = 1; i <= pins; i++) {
        sense = way[i] == "+" ? "positive_unate" : way[i] == "-" ? "negative_unate" : "non_unate"
        text = text input_pin(pin[i], all_load(chains[i], x), "")
        slowest(chains[i], x)
        timing = timing "      timing () {\n        related_pin : \"" pin[i] "\";\n        timing_sense : " sense ";\n" arcs(x) "      }\n" power(pin[i], moved)
    }
    return text output_pin("Y", x, "      function : \"" func_text "\";\n" timing) "  }\n"
}
function flop(x,    text, timing, setup, hold, kind) {
    text = head(x) "    ff (IQ, IQN) {\n      clocked_on : \"" clock_pin "\";\n      next_state : \"" data_pin "\";\n"
    if (async != "") text = text "      " async " : \"(!" async_pin ")\";\n"
    text = text "    }\n" input_pin(clock_pin, input_load(clock_chain, x), "      clock : true;\n" power("", clock_moved))
    trace(data_chain, x)
    setup = fixed
    timing = power("", moved)
    trace(first(data_chain), x)
    hold = -fixed
    trace(gap_chain, x)
    hold += fixed
    text = text input_pin(data_pin, input_load(data_chain, x), timing \
        "      timing () {\n        related_pin : \"" clock_pin "\";\n        timing_type : setup_rising;\n" \
        constraint("rise_constraint", setup, -a, a) constraint("fall_constraint", setup, -a, a) "      }\n" \
        "      timing () {\n        related_pin : \"" clock_pin "\";\n        timing_type : hold_rising;\n" \
        constraint("rise_constraint", hold, a, -a) constraint("fall_constraint", hold, a, -a) "      }\n")
    trace(clock_chain, x)
    timing = "      timing () {\n        related_pin : \"" clock_pin "\";\n        timing_type : rising_edge;\n        timing_sense : non_unate;\n" arcs(x) "      }\n" power(clock_pin, last_moved())
    if (async != "") {
        text = text input_pin(async_pin, 2 * input_load(async_chain, x), "")
        trace(async_chain, x)
        kind = async == "clear" ? "positive_unate" : "negative_unate"
        timing = timing "      timing () {\n        related_pin : \"" async_pin "\";\n        timing_type : " async ";\n        timing_sense : " kind ";\n" \
            (async == "clear" ? table("cell_fall", fixed, per_slew, per_load, x) table("fall_transition", slew_fixed, 0, slew_per_load, x) \
                              : table("cell_rise", fixed, per_slew, per_load, x) table("rise_transition", slew_fixed, 0, slew_per_load, x)) "      }\n"
    }
    return text output_pin("Q", x, "      function : \"IQ\";\n" timing) "  }\n"
}
function first(chain) {
    sub(/,.*/, "", chain)
    return chain
}
function last_moved() { return moved - clock_moved > 0 ? moved - clock_moved : 0 } # the clock's own part is on its pin
function finish(    i, n, each) { # writes the cell that has been read, in each size
    if (cell == "") return
    n = split(sizes, each, " ")
    for (i = 1; i <= n; i++) body = body (func_text == "ff" ? flop(each[i]) : combinational(each[i]))
    cell = ""
}

FNR == 1 { file++ }
{ sub(/#.*/, "") }
NF == 0 { next }
file == 1 { value[$1] = $2; next }
file == 2 && !begun {
    begun = 1
    tau = value["tau_ps"]; volts = value["volts"]; width_um = value["width_um"]; off_na_um = value["off_na_um"]
    tunnel_na_um = value["tunnel_na_um"]; rows = value["rows"]; track = 8 * value["lambda_um"]
    unit_ff = width_um * value["gate_ff_um"]
    a = (1 + 2 * value["vt_v"]) / 6 / 0.6 # 20 to 80 % is 0.6 of the whole transition
    k = 1 / (1 + 2 * a)
    slews = split("0 10 30 90", slew_ps, " ")
    loads = split("0 2 8 32", load_x, " ")
    for (i = 1; i <= slews; i++) slew_axis = slew_axis (i > 1 ? ", " : "") number(slew_ps[i] / 1000)
}
$1 == "gate" {
    p[$2] = fraction($3)
    for (i = 4; i <= NF; i++) {
        split($i, f, "=")
        g[$2, f[1]] = fraction(f[2])
    }
    next
}
$1 == "cell" {
    finish()
    cell = $2; cols = $3; strips = $4; func_text = $5
    pins = 0
    async = ""
    next
}
$1 == "size" { $1 = ""; sizes = $0; next }
$1 == "clock" { clock_pin = $2; clock_chain = $3; clock_moved = $4; next }
$1 == "data" { data_pin = $2; data_chain = $3; next }
$1 == "gap" { gap_chain = $2; next }
$1 == "clear" || $1 == "preset" { async = $1; async_pin = $2; async_chain = $3; next }
{
    pin[++pins] = $1
    way[pins] = $2
    $1 = $2 = ""
    chains[pins] = $0
}
END {
    if (failed) exit 2
    finish()
    print "/* Library generic, written by synth/generic/liberty.awk from process.txt and cells.txt beside it. */"
    print "library (generic) {\n  delay_model : table_lookup;\n  time_unit : \"1ns\";\n  voltage_unit : \"1V\";\n  current_unit : \"1mA\";"
    print "  leakage_power_unit : \"1nW\";\n  pulling_resistance_unit : \"1kohm\";\n  capacitive_load_unit (1, pf);"
    split("input_threshold_pct_rise 50 input_threshold_pct_fall 50 output_threshold_pct_rise 50 output_threshold_pct_fall 50 slew_lower_threshold_pct_rise 20 slew_lower_threshold_pct_fall 20 slew_upper_threshold_pct_rise 80 slew_upper_threshold_pct_fall 80", f, " ")
    for (i = 1; i <= 16; i += 2) print "  " f[i] " : " f[i + 1] ";"
    print "  nom_process : 1;\n  nom_temperature : 25;\n  nom_voltage : " volts ";"
    print "  operating_conditions (typical) {\n    process : 1;\n    temperature : 25;\n    voltage : " volts ";\n  }\n  default_operating_conditions : typical;"
    print "  default_inout_pin_cap : 0;\n  default_input_pin_cap : 0;\n  default_output_pin_cap : 0;\n  default_fanout_load : 1;\n  default_cell_leakage_power : 0;"
    print "  lu_table_template (delay) {\n    variable_1 : input_net_transition;\n    variable_2 : total_output_net_capacitance;\n    index_1 (" row(slew_axis) ");\n    index_2 (" row(load_axis(1)) ");\n  }"
    print "  lu_table_template (constraint) {\n    variable_1 : related_pin_transition;\n    variable_2 : constrained_pin_transition;\n    index_1 (" row(slew_axis) ");\n    index_2 (" row(slew_axis) ");\n  }"
    printf "%s}\n", body
}
