# Reads the port list of a stage and its policies, checks one against the other, and prints what the
# generators need, a fact a line, fields separated by tabs:
#
#   awk -v stage=limit -v room=8 -f policy.awk rtl/disp/monitors.txt rtl/limit/ports.txt rtl/limit/limit_*.v
#
#   localparam TEXT                            a constant that defaults use
#   parameter NAME TEXT COMMENT                of the stage; TEXT: its default; derived: COMMENT says so
#   port DIRECTION NAME RANGE DEFAULT          of the stage, in order; RANGE: text, empty for one bit
#   policy MODULE
#   uses MODULE NAME                           a port or parameter of the stage that it declares
#   param MODULE KEY RESET MAX WHAT            a register of its own, from a header line
#                                              // Param  KEY reset N max N: WHAT.
# A policy that does not match is one line on stderr, with file, line and remedy; exit code 2.
BEGIN { FS = " " }
function fail(msg) { fail_at(FILENAME, FNR, msg) }
function fail_at(file_name, line, msg) {
    printf "%s:%d: %s\n", file_name, line, msg > "/dev/stderr"
    failed = 1
    exit 2
}
function fact(a, b, c, d, e, f) { print a "\t" b "\t" c "\t" d "\t" e "\t" f }
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
# Splits a declaration into direction or `parameter`, range, name, default and comment.
function split_line(line,    at) {
    d_comment = d_default = d_range = ""
    if ((at = index(line, "//"))) {
        d_comment = trim(substr(line, at + 2))
        line = substr(line, 1, at - 1)
    }
    if ((at = index(line, " = "))) {
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
function stage_port(direction, name, range, dflt) {
    if (name in port_range) fail("port " name " stands twice in this list")
    port_list[++ports] = name
    port_dir[name] = direction
    port_range[name] = range
    port_default[name] = dflt
    fact("port", direction, name, range, dflt)
}
function monitor_ports(    i) {
    stage_port("input", "mon_evt_i", "", "")
    stage_port("input", "mon_cycles_i", "[4:0]", "")
    for (i = 1; i <= monitors; i++) stage_port("input", "mon_" mon_name[i] "_i", mon_range[i], "")
}
FNR == 1 {
    if (module != "") end_of_policy()
    file++
    module = ""
}
# --- rtl/disp/monitors.txt -------------------------------------------------------------------------
file == 1 {
    if ($1 == "" || $1 ~ /^#/) next
    if ($1 !~ /^[a-z][a-z0-9_]*$/ || $2 !~ /^[1-8]$/ || $3 !~ /^(sm|slot)$/)
        fail("found '" $0 "'; allowed is: name, 1 to 8 bits, sm or slot, what it counts")
    mon_name[++monitors] = $1
    mon_range[monitors] = "[SMS*" ($3 == "slot" ? "SLOTS*" : "") $2 "-1:0]"
    next
}
# --- the stage's port list -------------------------------------------------------------------------
file == 2 {
    if ($1 == "" || $1 ~ /^(#|\/\/)/) next
    split_line($0)
    if ($1 == "monitors") monitor_ports()
    else if ($1 == "localparam") fact("localparam", trim(substr($0, 1, index($0 "//", "//") - 1)))
    else if ($1 == "parameter") {
        stage_parameter[d_name] = 1
        fact("parameter", d_name, d_default, d_comment)
    } else if (($1 == "input" || $1 == "output") && d_name ~ /_[io]$|^clk_i$|^rst_ni$/)
        stage_port($1, d_name, d_range, d_default)
    else fail("found '" $0 "'; allowed are parameter, localparam, input, output, monitors")
    next
}
# --- a policy --------------------------------------------------------------------------------------
FNR == 1 {
    module = FILENAME
    sub(/.*\//, "", module)
    sub(/\.v$/, "", module)
    if (index(module, stage "_") != 1)
        fail("'" module "' is no policy of stage " stage ": its name does not begin with " stage "_")
    policy_file = FILENAME
    where = header_end = 0
    split("", declared)
    split("", claimed)
    claims = 0
    fact("policy", module)
}
/^\/\/ Param / {
    if (!match($0, /^\/\/ Param +[a-z][a-z0-9_]* +reset +[0-9]+ +max +[0-9]+: ./))
        fail("found '" $0 "'; allowed is: // Param  key reset N max N: what it is.")
    if (stage == "arb") fail("a warp-issue policy has no registers; make '" $3 "' a parameter of its module")
    if ($3 in claimed) fail("parameter '" $3 "' is claimed twice; remove one of the lines")
    if ($7 + 0 < 1 || $7 + 0 > 4294967295) fail("max " $7 + 0 "; allowed are 1..4294967295")
    if ($5 + 0 > $7 + 0) fail("reset " $5 " of at most " $7 + 0)
    if (++claims > room) fail("parameter '" $3 "' is one more than the " room " that a policy has room for")
    claimed[$3] = $7 + 0
    claim_line[$3] = FNR
    what = $0
    sub(/^[^:]*: */, "", what)
    sub(/\.? *$/, "", what)
    fact("param", module, $3, $5 + 0, $7 + 0, what)
    next
}
/^module / {
    if ($2 != module) fail("module '" $2 "' in a file of another name; call it " module)
    where = 1
}
where && /^ *parameter +[A-Z]/ {
    split_line($0)
    if (d_name in stage_parameter) {
        if (!(d_comment ~ /^derived: never set/)) fact("uses", module, d_name)
    } else if (d_comment !~ /^own: /)
        fail("parameter " d_name " is not in rtl/" stage "/ports.txt; mark its comment 'own: ...' if it is this policy's alone")
}
where && /^ *(input|output) / {
    split_line($0)
    if (d_words != 3 || d_word[2] != "wire") fail("found '" trim($0) "'; a port is written: input wire [range] name")
    if (d_name in declared) fail("port " d_name " stands twice")
    declared[d_name] = 1
    if (d_name ~ /^param_.*_i$/) {
        key = substr(d_name, 7, length(d_name) - 8)
        if (!(key in claimed)) fail("port " d_name " has no header line; add: // Param  " key " reset N max N: what it is.")
        if (d_range != range_of(bits_of(claimed[key])))
            fail("port " d_name " is '" d_range "'; a value of at most " claimed[key] " needs '" range_of(bits_of(claimed[key])) "'")
    } else if (!(d_name in port_range))
        fail("port " d_name " is not in rtl/" stage "/ports.txt; use one that is, or add it there")
    else if (d_word[1] != port_dir[d_name] || d_range != port_range[d_name])
        fail("port " d_name " is '" d_word[1] " " d_range "'; rtl/" stage "/ports.txt has '" port_dir[d_name] " " port_range[d_name] "'")
    else fact("uses", module, d_name)
}
where && /^\);/ { header_end = FNR; where = 0 }
function end_of_policy(    i, key) {
    if (!header_end) fail_at(policy_file, 1, "no 'module " module " (' ... ');' found")
    for (i = 1; i <= ports; i++)
        if (port_dir[port_list[i]] == "output" && port_default[port_list[i]] == "" && !(port_list[i] in declared))
            fail_at(policy_file, header_end, "output " port_list[i] " is missing; every policy of stage " stage " drives it (rtl/" stage "/ports.txt)")
    for (key in claimed)
        if (!(("param_" key "_i") in declared))
            fail_at(policy_file, claim_line[key], "parameter '" key "' has no port; add: input wire " range_of(bits_of(claimed[key])) " param_" key "_i")
}
END {
    if (failed) exit 2
    if (module != "") end_of_policy()
}
