# sites.awk - the places of a module where one small change makes a mutant, or one such mutant.
#
#   awk -f sites.awk MODULE.v                one line per mutant: number, line, what, old line, new line (tabs)
#   awk -v pick=N -f sites.awk MODULE.v      the module with change N made
#
# Changes: operators swapped, negations dropped, conditions negated or stuck, constants one off or one
# bit flipped, loops one short at either end, bit 0 of an assigned word stuck, a clocked assignment
# dropped, a reset dropped. Left alone: the header, widths of declarations, parameters handed to
# instances, checks of parameters, `unused`, FORMAL.
function site(at, len, new, what,    old, a, b) {
    n++
    if (pick) {
        if (n == pick) made = substr(text, 1, at - 1) new substr(text, at + len)
        return
    }
    old = text
    a = at
    while (a > 1 && substr(text, a - 1, 1) != "\n") a--
    b = index(substr(text, at), "\n") + at - 1
    printf "%d\t%d\t%s\t%s\t%s\n", n, line, what, trim(substr(text, a, b - a)),
        trim(substr(text, a, at - a) first(new (len <= b - at ? substr(text, at + len, b - at - len) : "")))
}
function first(s) { sub(/\n.*/, "", s); return s }
function trim(s) { sub(/ *\/\/.*/, "", s); gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
# position of the bracket that closes the one at p
function closing(p,    d, c) {
    for (d = 0; p <= size; p++) {
        c = substr(text, p, 1)
        if (c ~ /[([{]/) d++
        else if (c ~ /[])}]/ && --d == 0) return p
    }
    return size
}
# the text up to position `to` is skipped, its lines counted
function skip(to) {
    for (; p <= to; p++) if (substr(text, p, 1) == "\n") line++
}
function to_semicolon(    d, c, q) {
    for (q = p; q <= size; q++) {
        c = substr(text, q, 1)
        if (c ~ /[([{]/) d++
        else if (c ~ /[])}]/) d--
        else if (c == ";" && !d) return q
    }
    return size
}
# an assignment's right side from q on; clocked: the statement itself begins at `begin`
function assignment(q, clocked,    e, d, c, word) {
    for (e = q; e <= size; e++) {
        c = substr(text, e, 1)
        if (c ~ /[([{]/) d++
        else if (c ~ /[])}]/) d--
        else if ((c == ";" || c == ",") && !d) break
    }
    word = substr(text, q, e - q)
    sub(/^[ \n]*/, "", word)
    q = e - length(word)
    # of a constant 0 the one would change nothing, of ones the other
    if (word !~ /^([0-9]*'[bdh]0+|[{][^,]*[{]1'b0[}][}])$/) site(q, e - q, "(" word ") & ~1'b1", "bit 0 stuck at 0")
    if (word !~ /^(1'b1|[{][^,]*[{]1'b1[}][}])$/) site(q, e - q, "(" word ") | 1'b1", "bit 0 stuck at 1")
    if (clocked) site(begin, e - begin, "", "assignment dropped")
}
function number(s,    v, base, digits) {
    if (s !~ /'/) return s + 1
    v = s
    sub(/'.*/, "", v)
    base = substr(s, length(v) + 2, 1)
    digits = substr(s, length(v) + 3)
    if (base == "d") return v "'d" (digits + 1)
    return substr(s, 1, length(s) - 1) flip(substr(s, length(s)))
}
function flip(c,    at) {
    at = index("0123456789abcdef", tolower(c)) - 1
    return substr("1032547698badcfe", at + 1, 1)
}
{ text = text $0 "\n" }
END {
    size = length(text)
    line = 1
    begin = 0            # of the statement that is open; depth: of brackets within it
    split("== != < <= > >= && || & | + - << >>", from, " ")
    split("!= == <= < >= > || && | & - + >> <<", to, " ")
    for (i in from) swap[from[i]] = to[i]
    swap["^"] = "|"
    for (p = 1; p <= size;) {
        c = substr(text, p, 1)
        rest = substr(text, p, 200)
        if (c == "\n") { line++; p++; continue }
        if (c == " ") { p++; continue }
        if (rest ~ /^\/\//) { p += index(rest, "\n") ? index(rest, "\n") - 1 : index(substr(text, p), "\n") - 1; continue }
        if (rest ~ /^`ifdef/) { skip(p + index(substr(text, p), "`endif") + 5); continue }
        if (c == "`") { p += index(substr(text, p), "\n") - 1; continue }
        if (c == "\"") { p += index(substr(text, p + 1), "\"") + 1; continue }
        if (rest ~ /^\(\* /) { skip(p + index(substr(text, p), "*)")); continue }
        if (match(rest, /^[A-Za-z_$][A-Za-z0-9_$]*/)) {
            word = substr(rest, 1, RLENGTH)
            if (word == "module" || rest ~ /^(wire +)unused/) { skip(to_semicolon()); begin = 0; continue }
            if (word ~ /^(genvar|integer|function)$/) { skip(to_semicolon()); begin = 0; continue }
            if (word ~ /^(localparam|wire|reg)$/) {
                if (word == "reg" && !begin) { skip(to_semicolon()); continue }
                q = p + RLENGTH
                while (substr(text, q) ~ /^ *(signed *)?\[/) q = closing(q + index(substr(text, q), "[") - 1) + 1
                if (word == "localparam" && substr(text, q, 60) ~ /^ *[A-Z0-9]*_W *=/) q = to_semicolon()
                skip(q - 1)
                begin = p
                declared = word
                continue
            }
            if (word == "always") { p += RLENGTH; skip(p + index(substr(text, p), "@") - 1)
                if (substr(text, p, 1) == "(") skip(closing(p)); else p++
                begin = 0; continue }
            if (word == "for") {
                q = index(rest, "(") + p - 1
                head = substr(text, q, closing(q) - q + 1)
                if (match(head, /= *[0-9]+;/)) {
                    a = q + RSTART - 1
                    v = substr(head, RSTART, RLENGTH)
                    gsub(/[^0-9]/, "", v)
                    site(a, RLENGTH, "= " (v + 1) ";", "loop starts one late")
                }
                if (match(head, /< *[^;]*;/))
                    site(q + RSTART - 1, RLENGTH, substr(head, RSTART, RLENGTH - 1) " - 1;", "loop ends one early")
                skip(closing(q)); begin = 0
                continue
            }
            if (word == "if") {
                q = index(rest, "(") + p - 1
                e = closing(q)
                if (substr(text, e + 1, 40) ~ /^ *begin : g_check/) {
                    e += index(substr(text, e), "\n    ")
                    skip(p + index(substr(text, p), " end") + 3)
                    continue
                }
                cond = substr(text, q, e - q + 1)
                if (cond != "(!rst_ni)") site(q, e - q + 1, "(!" cond ")", "condition negated")
                begin = 0; p += RLENGTH
                cond_end = e
                continue
            }
            if (word ~ /^(begin|else|end|endcase|case|casez|generate|endgenerate|default|initial|endfunction)$/) {
                p += RLENGTH
                if (word == "begin" && match(substr(text, p, 60), /^ *: *[A-Za-z0-9_]+/)) p += RLENGTH
                begin = 0; declared = ""
                continue
            }
            if (!begin) begin = p
            p += RLENGTH
            continue
        }
        if (rest ~ /^#\(/) { skip(closing(p + 1)); continue }
        if (match(rest, /^[0-9]+('[bdh][0-9a-fA-F_]+)?/)) {
            site(p, RLENGTH, number(substr(rest, 1, RLENGTH)), "constant changed")
            p += RLENGTH
            continue
        }
        if (c == ";") { begin = 0; depth = 0; declared = ""; inside = 0; p++; continue }
        if (c ~ /[([{]/) { depth++; if (!begin) begin = p; p++; continue }
        if (c ~ /[])}]/) { depth--; p++
            if (p - 1 == cond_end) { begin = 0; depth = 0; cond_end = 0 }
            continue }
        if (rest ~ /^[+-]:/) { p += 2; continue }
        if (c == "?") {
            site(p, 1, "|| 1'b1 ?", "choice stuck at the first")
            site(p, 1, "&& 1'b0 ?", "choice stuck at the second")
            p++
            continue
        }
        if (rest ~ /^!rst_ni/) { site(p, 7, "1'b0", "reset dropped"); p += 7; continue }
        if (rest ~ /^[!~][^=]/) { site(p, 1, "", "negation dropped"); p++; continue }
        if (rest ~ /^<=/ && !depth && !inside) {
            inside = 1
            assignment(p + 2, 1)
            p += 2
            continue
        }
        if (c == "=" && rest !~ /^==/) {
            if (!depth && !inside) {
                inside = 1
                if (declared != "localparam") assignment(p + 1, 0)
            }
            p++
            continue
        }
        if (c == "," && !depth) inside = 0
        two = substr(rest, 1, 2)
        if (two in swap) { site(p, 2, swap[two], two " becomes " swap[two]); p += 2; continue }
        if (c in swap) { site(p, 1, swap[c], c " becomes " swap[c]); p++; continue }
        if (c == ":" && !inside) begin = 0
        p++
    }
    if (pick) printf "%s", made
}
