# Netlist of single bits: `assign { a, b } = { c, 2'b01 };` of Yosys', which OpenSTA does not read, as one per bit.
function bits(text, to,    n, i, j, part, word) { # elements of { … } into to[1..]; how many
    gsub(/^ *{ *| *} *$/, "", text)
    n = 0
    word = split(text, part, / *, */)
    for (i = 1; i <= word; i++)
        if (match(part[i], /'b/))
            for (j = RSTART + 2; j <= length(part[i]); j++) to[++n] = "1'b" substr(part[i], j, 1)
        else to[++n] = part[i]
    return n
}
/^ *assign *{/ {
    at = index($0, "} = ")
    left = substr($0, index($0, "{"), at - index($0, "{") + 1)
    right = substr($0, at + 4)
    sub(/; *$/, "", right)
    n = bits(left, to)
    if (bits(right, from) != n) { print FILENAME ":" FNR ": found " n " bits on the left, others on the right" >"/dev/stderr"; exit 1 }
    for (i = 1; i <= n; i++) print "  assign " to[i] " = " from[i] " ;"
    next
}
{ print }
