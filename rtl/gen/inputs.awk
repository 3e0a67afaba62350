# From the facts of policy.awk about a stage: its tables of inputs and of outputs in docs/rtl/inputs.md.
# -v stage=place, limit, gate or arb
function cell(text) { # no character that ends a cell
    gsub(/\|/, "\\|", text)
    return text == "" ? "-" : text
}
function code(text) { return text == "" ? "1 bit" : "`" text "`" }

BEGIN { FS = "\t" }
$1 == "port" {
    port[++ports] = $3
    direction[$3] = $2
    range[$3] = $4
    value[$3] = $5
    unit[$3] = $6
    cycle[$3] = $7
}
$1 == "parameter" && $4 !~ /^derived/ { given = given (given == "" ? "" : ", ") "`" $2 "`" }
$1 == "words" { words[$2] = $3 }
END {
    printf "\n## %s\n\n| input | range | unit | cycle | meaning |\n| --- | --- | --- | --- | --- |\n", stage
    for (i = 1; i <= ports; i++) {
        p = port[i]
        if (direction[p] == "input")
            printf "| `%s` | %s | %s | %s | %s |\n", p, code(range[p]), unit[p], cycle[p], cell(words[p])
    }
    for (i = 1; i <= ports; i++) {
        p = port[i]
        if (direction[p] != "output") continue
        if (value[p] == "") needed = needed (needed == "" ? "" : ", ") "`" p "`"
        else free = free (free == "" ? "" : ", ") "`" p "`"
    }
    printf "\nParameters: %s; the others in the ranges follow from them.\n", given
    printf "Outputs that every policy drives: %s; with a default: %s.\n", needed, free
}
