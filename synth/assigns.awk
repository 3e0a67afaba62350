# Netlist of Yosys' for OpenSTA, which reads neither `assign { a, b } = …` nor wide constants: each assign as one per bit.
#
# Words are declared before the assigns that name them.
function bits(text, to,    words, part, i, n) { # of the elements of { … }, or of one element, into to[1..]; how many
    gsub(/^ *{ *| *} *$/, "", text)
    words = split(text, part, / *, */)
    n = 0
    for (i = 1; i <= words; i++) n = element_bits(part[i], to, n)
    return n
}
function element_bits(text, to, n,    name, at, range) { # 2'b01, a, a[3], a[3:0], \a.b , \a.b [3:0]; behind to[n]
    sub(/^ */, "", text)
    if (text ~ /^[0-9]+'b/) return constant_bits(substr(text, index(text, "b") + 1), to, n)
    at = match(text, /^\\/) ? index(text " ", " ") : match(text, /[[ ]/)
    if (!at) at = length(text) + 1
    name = substr(text, 1, at - 1)
    range = substr(text, at)
    gsub(/[][ ]/, "", range)
    if (name ~ /^\\/) name = name " "
    if (range == "") range = declared[name]
    if (range == "") to[++n] = name
    else n = range_bits(name, range, to, n)
    return n
}
function range_bits(name, range, to, n,    end, i) { # 3:0 or 3
    if (split(range, end, ":") == 1) end[2] = end[1]
    for (i = end[1] + 0; i >= end[2] + 0; i--) to[++n] = name "[" i "]"
    return n
}
function constant_bits(digits, to, n,    j) {
    for (j = 1; j <= length(digits); j++) to[++n] = "1'b" substr(digits, j, 1)
    return n
}
function split_assign(    at, left, right, n, i) {
    at = index($0, " = ")
    left = substr($0, index($0, "assign") + 6, at - index($0, "assign") - 6)
    right = substr($0, at + 3)
    sub(/; *$/, "", right)
    n = bits(left, to)
    if (bits(right, from) != n) {
        print FILENAME ":" FNR ": found " n " bits on the left, others on the right" >"/dev/stderr"
        exit 1
    }
    for (i = 1; i <= n; i++) print "  assign " to[i] " = " from[i] " ;"
}
/^module / { split("", declared) }
/^ *(input|output|wire) *\[/ {
    match($0, /\[[0-9]+:[0-9]+\]/)
    range = substr($0, RSTART + 1, RLENGTH - 2)
    name = substr($0, RSTART + RLENGTH + 1)
    sub(/; *$/, "", name)
    declared[name] = range
}
/^ *assign / {
    split_assign()
    next
}
{ print }
