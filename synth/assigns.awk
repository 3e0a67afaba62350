# Netlist of single bits: `assign { a, b } = { c, 2'b01 };` of Yosys', which OpenSTA does not read, as one per bit.
function bits(text, to,    words, part, i, n) { # elements of { … } into to[1..]; how many
    gsub(/^ *{ *| *} *$/, "", text)
    words = split(text, part, / *, */)
    n = 0
    for (i = 1; i <= words; i++)
        if (match(part[i], /'b/)) n = constant_bits(substr(part[i], RSTART + 2), to, n)
        else to[++n] = part[i]
    return n
}
function constant_bits(digits, to, n,    j) { # 01 behind to[n]
    for (j = 1; j <= length(digits); j++) to[++n] = "1'b" substr(digits, j, 1)
    return n
}
function split_assign(    at, left, right, n, i) {
    at = index($0, "} = ")
    left = substr($0, index($0, "{"), at - index($0, "{") + 1)
    right = substr($0, at + 4)
    sub(/; *$/, "", right)
    n = bits(left, to)
    if (bits(right, from) != n) {
        print FILENAME ":" FNR ": found " n " bits on the left, others on the right" >"/dev/stderr"
        exit 1
    }
    for (i = 1; i <= n; i++) print "  assign " to[i] " = " from[i] " ;"
}
/^ *assign *{/ {
    split_assign()
    next
}
{ print }
