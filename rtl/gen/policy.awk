# Reads the port list of a stage and its policies, checks one against the other, and prints what the
# generators need, a fact a line, fields separated by tabs:
#
#   awk -v stage=limit -v room=8 -f policy.awk rtl/disp/monitors.txt rtl/limit/ports.txt rtl/limit/limit_*.v
#
#   localparam TEXT                            a constant that defaults use
#   parameter NAME TEXT COMMENT                of the stage; TEXT: its default; derived: COMMENT says so
#   port DIRECTION NAME RANGE DEFAULT UNIT CYCLE    of the stage, in order; RANGE: text, empty for one bit; UNIT, CYCLE: of
#                                              an input, whose comment in the list is: // [UNIT, CYCLE] meaning
#   words NAME TEXT                            its meaning
#   policy MODULE
#   uses MODULE NAME                           a port or parameter of the stage that it declares
#   proves MODULE NAME                         an input that only its proof declares: , input wire ... under FORMAL
#   param MODULE KEY RESET MAX WHAT            a register of its own, from a header line
#                                              // Param  KEY reset N max N: WHAT.
# A policy that does not match, also in a port's comment, is one line on stderr, with file, line and remedy; exit code 2.
function fail(msg) { fail_at(FILENAME, FNR, msg) }
function fail_at(file_name, line, msg) {
    printf "%s:%d: %s\n", file_name, line, msg > "/dev/stderr"
    failed = 1
    exit 2
}
function fact(a, b, c, d, e, f, g) { print a "\t" b "\t" c "\t" d "\t" e "\t" f "\t" g }
function trim(text) {
    sub(/^[ \t]+/, "", text)
    sub(/[ \t,]+$/, "", text)
    return text
}
function bits_of(most,    n) { # bits of a register that holds 0..most
    for (n = 1; 2 ^ n <= most; n++);
    return n
}
function range_of(bits) { return bits > 1 ? "[" bits - 1 ":0]" : "" }
function list_file() { return "rtl/" stage "/ports.txt" }
function list_of(name) { # file with the words on a port
    return name ~ /^mon_(evt|cycles)_i$/ ? "rtl/gen/policy.awk" : name ~ /^mon_/ ? "rtl/disp/monitors.txt" : list_file()
}
function words(text) { # without blanks at its ends, one between words
    gsub(/[ \t]+/, " ", text)
    sub(/^ /, "", text)
    sub(/ $/, "", text)
    return text
}
# A line that is only a comment continues the comment of the declaration above it: returns both.
function is_comment(line) { return line ~ /^[ \t]*\/\// }
function and_line(text, line) { return words(text " " substr(words(line), 3)) }

# Splits a declaration such as `input wire [7:0] x_i = 0 // comment` into d_word[1..d_words] (without range and
# default), d_name (the last word), d_range, d_default and d_comment.
function split_line(line,    at) {
    d_comment = d_default = d_range = ""
    at = index(line, "//")
    if (at) {
        d_comment = words(substr(line, at + 2))
        line = substr(line, 1, at - 1)
    }
    at = index(line, " = ")
    if (at) {
        d_default = trim(substr(line, at + 3))
        line = substr(line, 1, at - 1)
    }
    if (match(line, /\[[^]]*\]/)) {
        d_range = substr(line, RSTART, RLENGTH)
        line = substr(line, 1, RSTART - 1) " " substr(line, RSTART + RLENGTH)
        gsub(/ /, "", d_range)
    }
    d_words = split(trim(line), d_word, /[ \t]+/)
    d_name = d_word[d_words]
}

# --- monitors.txt: NAME BITS sm|slot WHAT -----------------------------------------------------------
function read_monitor() {
    if ($1 == "" || $1 ~ /^#/) return
    if ($1 !~ /^[a-z][a-z0-9_]*$/ || $2 !~ /^[1-8]$/ || $3 !~ /^(sm|slot)$/)
        fail("found '" $0 "'; allowed is: name, 1 to 8 bits, sm or slot, what it counts")
    monitors++
    mon_name[monitors] = $1
    mon_range[monitors] = "[SMS*" ($3 == "slot" ? "SLOTS*" : "") $2 "-1:0]"
    mon_comment[monitors] = $0
    sub(/^[^ \t]+[ \t]+[^ \t]+[ \t]+[^ \t]+/, "", mon_comment[monitors])
}

# --- ports.txt of the stage: port_list[1..ports], port_dir, port_range, port_default, port_comment by name ---
function read_stage_line() {
    if (is_comment($0) && d_name in port_comment) port_comment[d_name] = and_line(port_comment[d_name], $0)
    if ($1 == "") d_name = ""
    if ($1 == "" || $1 ~ /^(#|\/\/)/) return
    split_line($0)
    if ($1 == "monitors") monitor_ports()
    else if ($1 == "localparam") fact("localparam", trim(substr($0, 1, index($0 "//", "//") - 1)))
    else if ($1 == "parameter") {
        stage_parameter[d_name] = 1
        fact("parameter", d_name, d_default, d_comment)
    } else if (($1 == "input" || $1 == "output") && d_name ~ /_[io]$|^clk_i$|^rst_ni$/) {
        take_tag($1)
        stage_port($1, d_name, d_range, d_default, d_comment, d_unit, d_cycle)
    } else fail("found '" $0 "'; allowed are parameter, localparam, input, output, monitors")
}
# Moves "[unit, cycle]" from an input's comment to d_unit and d_cycle.
function take_tag(direction,    tag) {
    d_unit = d_cycle = ""
    if (direction == "output") return
    if (!match(d_comment, /^\[[A-Za-z-]+, (t|t-1|edge t|edge t-1)\] /))
        fail("input " d_name " has no unit and cycle; write: // [CTAs, t] what it is")
    tag = substr(d_comment, 2, RLENGTH - 3)
    d_comment = substr(d_comment, RLENGTH + 1)
    d_unit = substr(tag, 1, index(tag, ",") - 1)
    d_cycle = substr(tag, index(tag, ",") + 2)
}
function stage_port(direction, name, range, dflt, comment, unit, cycle) {
    if (name in port_range) fail("port " name " stands twice in this list")
    ports++
    port_list[ports] = name
    port_dir[name] = direction
    port_range[name] = range
    port_default[name] = dflt
    port_comment[name] = words(comment)
    fact("port", direction, name, range, dflt, unit, cycle)
}
function monitor_ports(    i) {
    stage_port("input", "mon_evt_i", "", "", "the monitors report: counts since the previous report", "flag", "edge t")
    stage_port("input", "mon_cycles_i", "[4:0]", "", "cycles counted, 0..16", "cycles", "edge t")
    for (i = 1; i <= monitors; i++)
        stage_port("input", "mon_" mon_name[i] "_i", mon_range[i], "", mon_comment[i], "counts", "edge t")
}

# --- a policy: header lines, then `module NAME #(` to `);` ------------------------------------------
# claimed[KEY] is the max of a parameter that a header line names, claim_line[KEY] its line; declared[NAME] is a port.
function begin_policy() {
    module = FILENAME
    sub(/.*\//, "", module)
    sub(/\.v$/, "", module)
    if (index(module, stage "_") != 1)
        fail("'" module "' is no policy of stage " stage ": its name does not begin with " stage "_")
    policy_file = FILENAME
    in_module = header_end = claims = 0
    split("", declared)
    split("", claimed)
    fact("policy", module)
}
# A header line, whose words are: // Param KEY reset N max N: WHAT.
function read_param(    key, reset, most, what) {
    if (!match($0, /^\/\/ Param +[a-z][a-z0-9_]* +reset +[0-9]+ +max +[0-9]+: ./))
        fail("found '" $0 "'; allowed is: // Param  key reset N max N: what it is.")
    key = $3
    reset = $5 + 0
    most = $7 + 0
    if (stage == "arb") fail("a warp-issue policy has no registers; make '" key "' a parameter of its module")
    if (key in claimed) fail("parameter '" key "' is claimed twice; remove one of the lines")
    if (most < 1 || most > 4294967295) fail("max " most "; allowed are 1..4294967295")
    if (reset > most) fail("reset " reset " of at most " most)
    claims++
    if (claims > room) fail("parameter '" key "' is one more than the " room " that a policy has room for")
    claimed[key] = most
    claim_line[key] = FNR
    what = $0
    sub(/^[^:]*: */, "", what)
    sub(/\.? *$/, "", what)
    fact("param", module, key, reset, most, what)
}
function read_module() {
    if ($2 != module) fail("module '" $2 "' in a file of another name; call it " module)
    in_module = 1
}
function read_parameter() {
    split_line($0)
    if (d_name in stage_parameter) {
        if (d_comment !~ /^derived: never set/) fact("uses", module, d_name)
    } else if (d_comment !~ /^own: /)
        fail("parameter " d_name " is not in " list_file() "; mark its comment 'own: ...' if it is this policy's alone")
}
function read_port(use) {
    split_line($0)
    if (d_words != 3 || d_word[2] != "wire")
        fail("found '" trim($0) "'; a port is written: " d_word[1] " wire [range] name")
    if (d_name in declared) fail("port " d_name " stands twice")
    declared[d_name] = 1
    if (d_name ~ /^param_.*_i$/) check_param_port(substr(d_name, 7, length(d_name) - 8))
    else {
        check_stage_port(use)
        open_name = d_name
        open_line = FNR
        open_comment = d_comment
    }
}
# The comment of the last port is complete: it is missing, or it has the words of the list.
function end_comment() {
    if (open_name != "" && open_comment != "" && open_comment != port_comment[open_name])
        fail_at(policy_file, open_line, "comment of port " open_name " is '" open_comment "'; " \
            list_of(open_name) " has '" port_comment[open_name] \
            "'; write that, or no comment")
    open_name = ""
}
function check_param_port(key,    wanted) {
    if (!(key in claimed)) fail("port " d_name " has no header line; add: // Param  " key " reset N max N: what it is.")
    wanted = range_of(bits_of(claimed[key]))
    if (d_range != wanted)
        fail("port " d_name " is '" d_range "'; a value of at most " claimed[key] " needs '" wanted "'")
}
function check_stage_port(use) {
    if (!(d_name in port_range)) fail("port " d_name " is not in " list_file() "; use one that is, or add it there")
    if (d_word[1] != port_dir[d_name] || d_range != port_range[d_name])
        fail("port " d_name " is '" d_word[1] " " d_range "'; " list_file() " has '" port_dir[d_name] " " port_range[d_name] "'")
    fact(use, module, d_name)
}
function end_policy(    i, p, key) {
    if (!header_end) fail_at(policy_file, 1, "no 'module " module " (' ... ');' found")
    for (i = 1; i <= ports; i++) {
        p = port_list[i]
        if (port_dir[p] == "output" && port_default[p] == "" && !(p in declared))
            fail_at(policy_file, header_end,
                "output " p " is missing; every policy of stage " stage " drives it (" list_file() ")")
    }
    for (key in claimed)
        if (!(("param_" key "_i") in declared))
            fail_at(policy_file, claim_line[key],
                "parameter '" key "' has no port; add: input wire " range_of(bits_of(claimed[key])) " param_" key "_i")
}

FNR == 1 {
    if (module != "") end_policy()
    module = ""
    file_no++
    if (file_no > 2) begin_policy()
}
file_no == 1 { read_monitor() }
file_no == 2 { read_stage_line() }
file_no <= 2 { next }
/^\/\/ Param / { read_param() }
/^module / { read_module() }
in_module && open_name != "" && is_comment($0) {
    open_comment = and_line(open_comment, $0)
    next
}
in_module { end_comment() }
in_module && /^ *parameter +[A-Z]/ { read_parameter() }
in_module && /^ *(input|output) / { read_port("uses") }
in_module && sub(/^ *, *input /, "input ") { read_port("proves") }
in_module && /^\);/ {
    header_end = FNR
    in_module = 0
}
END {
    if (failed) exit 2
    if (module != "") end_policy()
    for (i = 1; i <= ports; i++) fact("words", port_list[i], port_comment[port_list[i]])
}
