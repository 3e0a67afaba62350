# report.awk - a table of lines, branches and bits from unreached.txt and Verilator's coverage records,
# with the lines that were never executed; signals that never change go to the file `still`.
function field(name,    i, k) {
    k = "\001" name "\002"
    i = index($0, k)
    if (!i) return ""
    k = substr($0, i + length(k))
    sub(/[\001\047].*/, "", k)
    return k
}
function trim(s) { sub(/ *\/\/.*/, "", s); gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
function percent(a, b) { return b ? sprintf("%5.1f", int(1000 * a / b) / 10) : "    -" }
FILENAME ~ /unreached/ {
    if (/^rtl\//) { where = $1; sub(/:$/, "", where) }
    if (/^= /) named[where, substr($0, 3)] = 1
    next
}
{
    file = field("f"); page = field("page"); n = $NF + 0
    files[file] = 1
    if (page ~ /^v_toggle/) {
        name = field("o")
        bit = file SUBSEP field("l") SUBSEP name
        sub(/\[.*/, "", name)
        signal = file ":" field("l") ": " name
        if (!(bit in bits)) { bits[bit] = 0; of[bit] = signal; fileof[bit] = file }
        bits[bit] += n
        moved[signal] += n
        next
    }
    if (page ~ /^v_branch/) {
        b = file SUBSEP field("l") SUBSEP field("n") SUBSEP field("o")
        branch[b] += n
        branchfile[b] = file
    }
    k = split(field("S"), part, ",")
    for (i = 1; i <= k; i++) {
        if (split(part[i], ends, "-") < 2) ends[2] = ends[1]
        for (l = ends[1] + 0; l <= ends[2] + 0; l++) { line[file, l] += n; linefile[file, l] = file; number[file, l] = l }
    }
}
END {
    for (k in line) { total[linefile[k]]++; if (line[k]) done[linefile[k]]++ }
    for (k in branch) { btotal[branchfile[k]]++; if (branch[k]) bdone[branchfile[k]]++ }
    for (k in bits) { ttotal[fileof[k]]++; if (bits[k]) tdone[fileof[k]]++ }
    sort = "sort"
    printf "%-28s %16s %20s %20s\n", "", "lines", "branches", "bits"
    for (f in files) {
        printf "%-28s %4d/%4d %s %% %6d/%5d %s %% %6d/%5d %s %%\n", f, done[f], total[f], percent(done[f], total[f]),
            bdone[f], btotal[f], percent(bdone[f], btotal[f]), tdone[f], ttotal[f], percent(tdone[f], ttotal[f]) | sort
        a += done[f]; b += total[f]; c += bdone[f]; d += btotal[f]; e += tdone[f]; g += ttotal[f]
    }
    close(sort)
    for (s in moved) if (!moved[s]) print s >still
    for (f in files) {
        at = 0
        while ((getline text < f) > 0) {
            at++
            if (!((f, at) in line)) continue
            t = trim(text)
            if (line[f, at]) { if ((f, t) in named) ran[f, t] = at; continue }
            if ((f, t) in named) { reasons++; kept[f, t] = 1; continue }
            printf "never executed: %s:%d: %s\n", f, at, t | sort
            open++
        }
        close(f)
    }
    close(sort)
    for (k in ran) if (!(k in kept)) {
        split(k, part, SUBSEP)
        printf "FAILED tests/coverage/unreached.txt: %s:%d is executed: %s\n", part[1], ran[k], part[2]
        wrong++
    }
    printf "branches %d of %d (%s %%), bits %d of %d (%s %%)\n", c, d, trim(percent(c, d)), e, g, trim(percent(e, g))
    printf "lines %d of %d (%s %%), %d of the others cannot be executed, %d are open\n", a, b, trim(percent(a, b)),
        reasons, open
    exit open || wrong
}
