# mix_table.awk - checks in the output of a run of a mix that its figures follow from the table's rows: system
# throughput, mean normalised turnaround, fairness, the two phases, and the row "all". Prints what differs.
NF >= 10 && $5 + 0 > 0 && $1 != "all" { # a workload: name, cycles alone, cycles in the mix, slow-down, instructions, ...
    n++
    progress = $2 / $3
    throughput += progress
    turnaround += $3 / $2
    if (n == 1 || progress < least) least = progress
    if (n == 1 || progress > greatest) greatest = progress
    if (n == 1 || $3 < first) first = $3
    if ($3 > last) last = $3
    insts += $5
    sp += $7
    ldst += $11
}
$1 == "all" { all_insts = $3; all_sp = $5; all_ldst = $9 }
$1 == "cycles" { cycles = $2 }
/^  concurrency/ { concurrency = $3 }
/^  sequential/ { sequential = $3 }
/^system throughput/ { shown_throughput = $3 }
/^mean normalised/ { shown_turnaround = $4 }
/^fairness/ { shown_fairness = $2 }
function same(what, found, expected, by,    d) {
    d = found - expected
    if (d <= by && -d <= by) return
    print what ": " found ", expected " expected
    wrong = 1
}
END {
    if (!n) { print "no rows"; exit 1 }
    same("cycles", cycles, last, 0)
    same("concurrency phase", concurrency, first, 0)
    same("both phases", concurrency + sequential, cycles, 0)
    same("system throughput", shown_throughput, throughput, 0.0006)
    same("mean normalised turnaround", shown_turnaround, turnaround / n, 0.0006)
    same("fairness", shown_fairness, least / greatest, 0.0006)
    same("warp instructions of all", all_insts, insts, 0)
    same("SP of all", all_sp, sp, 0.3)
    same("LD/ST of all", all_ldst, ldst, 0.3)
    exit wrong
}
