# Writes the register map of a page of docs/rtl, from the facts of registers.awk: a table per block, and one
# of the blocks that hold policies' parameters.
BEGIN { FS = "\t" }
function bits(msb, lsb) { return msb == lsb ? msb "" : msb ":" lsb }
function flush() { # the row of a register, its fields behind it
    if (row != "") print row (fields == "" ? "" : ": " fields) (refusal == "" ? "" : "; refused: " refusal) " |"
    row = fields = refusal = ""
}
function end_of_block() {
    flush()
    if (waiting != "") stages[++windows] = waiting
    waiting = ""
}
$1 == "block" {
    end_of_block()
    base = $5 > 1 ? $3 : 0
    entry = $5 > 1
    prefix = $6
    heading = $7 (entry ? sprintf(", at %03x + %x k", $3, $4) : "")
    block = $2
    waiting = sprintf("| %03x + %x p + 4 i | %s |", $3, $4, $7)
    next
}
$1 == "register" {
    flush()
    if (waiting != "") {
        if (tables++) print ""
        print heading ":\n"
        print "| " (entry ? "offset" : "address") " | name | bits | access | reset | content |"
        print "| --- | --- | --- | --- | --- | --- |"
        waiting = ""
    }
    row = sprintf("| %0" (entry ? 2 : 3) "x%s | %s | %s | %s | %s | %s", $3 - base, $4 > 1 ? "+4w" : "", \
        substr($2, length(prefix) + 1), bits($5, $6), $7, $8, $9)
    next
}
$1 == "field" { fields = fields (fields == "" ? "" : "; ") "**" $3 "** [" bits($4, $5) "] " $6 }
$1 == "refused" && $2 == block { heading = heading "; writes are refused " $3 }
$1 == "refused" && $2 != block { refusal = $3 }
END {
    end_of_block()
    if (!windows) exit
    print "\nParameters of policies:\n\n| address | content |\n| --- | --- |"
    for (i = 1; i <= windows; i++) print stages[i]
}
