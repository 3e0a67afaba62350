# table.awk - model beside silicon: statistics of `ctadel cuda` (--stats-csv files), then hw_perf.csv, whose names c++filt has
# written out. A kernel's figures are means over its launches. sm__cycles_elapsed counts an SM's cycles of a launch; the model's
# are those from the launch to the kernel's end.

function plain(name) # without arguments and parameters of a template
{
    sub(/^void /, "", name)
    sub(/[<(].*/, "", name)
    return name
}

function off(model, silicon) { return silicon ? sprintf("%+.1f %%", 100 * (model / silicon - 1)) : "" }

FILENAME != "-" {
    if (!match($1, /^kernel[0-9]+\./)) next
    launch = FILENAME ":" substr($1, 1, RLENGTH - 1)
    what = substr($1, RLENGTH + 1)
    if (what == "name") {
        name[launch] = plain($2)
        launches[name[launch]]++
    } else {
        sum[name[launch], what] += $2
    }
    next
}

{
    if (!titles) {
        for (i = 1; i <= NF; i++) column[$i] = i
        titles = 1
        row = "%-28s %8s %10s %10s %9s  %9s %9s %9s  %9s %9s %9s  %9s %9s %9s\n"
        printf row, "", "", "cycles", "", "", "L2 reads", "", "", "DRAM rd", "", "", "shared", "", ""
        printf row, "kernel", "launches", "silicon", "model", "off", "silicon", "model", "off", "silicon", "model", "off", "silicon", "model", "off"
        next
    }
    k = plain($2)
    if (!(k in launches)) next
    n = launches[k]
    cycles = (sum[k, "end_cycle"] - sum[k, "launch_cycle"]) / n
    l2 = sum[k, "l2_read_bytes"] / n / 32
    dram = sum[k, "dram_read_bytes"] / n / 32
    shared = sum[k, "smem_insts"] / n
    real = $column["Elapsed_Cycles"]
    real_l2 = $column["L2_RH"] + $column["L2_RM"]
    real_dram = $column["DRAM_Rd"]
    real_shared = $column["SHRD_ACC"]
    printf "%-28s %8d %10d %10d %9s  %9d %9d %9s  %9d %9d %9s  %9d %9d %9s\n", k, n, real, cycles, off(cycles, real), real_l2, l2,
        off(l2, real_l2), real_dram, dram, off(dram, real_dram), real_shared, shared, off(shared, real_shared)
    error += cycles > real ? cycles / real - 1 : 1 - cycles / real
    kernels++
    sx += real
    sy += cycles
    sxx += real * real
    syy += cycles * cycles
    sxy += real * cycles
}

END {
    if (!kernels) { print "silicon: no kernel of hw_perf.csv has run" >"/dev/stderr"; exit 1 }
    printf "\n%d kernels: mean absolute error of cycles %.1f %%", kernels, 100 * error / kernels
    if (kernels > 2)
        printf ", correlation %.3f", (kernels * sxy - sx * sy) / sqrt((kernels * sxx - sx * sx) * (kernels * syy - sy * sy))
    print ""
}
