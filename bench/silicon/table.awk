# table.awk - model beside silicon: statistics of `ctadel cuda` (--stats-csv files), the measured watts (-v watts=FILE), then
# hw_perf.csv, whose names c++filt has written out. A kernel's figures are means over its launches. sm__cycles_elapsed counts an
# SM's cycles of a launch; the model's are those from the launch to the kernel's end. Watts are those of the board while the
# kernel repeats; the model's are means from the first CTA to the end.

function plain(name) # without arguments and parameters of a template
{
    sub(/^void /, "", name)
    sub(/[<(].*/, "", name)
    return name
}

function off(model, silicon) { return silicon ? sprintf("%+.1f %%", 100 * (model / silicon - 1)) : "" }

BEGIN { # kernels as the file of watts calls them: gen_sim_power_csv.py of accel-sim-framework
    names = "backprop_k1 bpnn_layerforward_CUDA backprop_k2 bpnn_adjust_weights_cuda binomialOptions_k1 binomialOptionsKernel " \
        "btree_k1 findRangeK btree_k2 findK dct8x8_k1 CUDAkernel1DCT dct8x8_k2 CUDAkernel2DCT " \
        "fastWalshTransform_k1 fwtBatch2Kernel fastWalshTransform_k2 fwtBatch1Kernel histogram_k1 histogram64Kernel " \
        "hotspot_k1 calculate_temp kmeans_k1 kmeansPoint mergeSort_k1 mergeElementaryIntervalsKernel " \
        "mergeSort_k2 mergeSortSharedKernel parboil_mriq_k1 ComputeQ_GPU parboil_sad_k1 mb_sad_calc parboil_sgemm_k1 mysgemmNT " \
        "quasirandomGenerator_k1 quasirandomGeneratorKernel quasirandomGenerator_k2 inverseCNDKernel " \
        "sobolQRNG_k1 sobolGPU_kernel srad_v1_k1 srad"
    for (i = split(names, word, " "); i > 0; i -= 2) kernel_of[word[i - 1]] = word[i]
}

FILENAME == watts {
    if ($1 in kernel_of) measured[kernel_of[$1]] = $2
    next
}

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
        three = "  %9s %9s %9s"
        row = "%-28s %8s %10s %10s %9s" three three three "  %7s %7s %9s\n"
        printf row, "", "", "cycles", "", "", "L2 reads", "", "", "DRAM rd", "", "", "shared", "", "", "watts", "", ""
        printf row, "kernel", "launches", "silicon", "model", "off", "silicon", "model", "off", "silicon", "model", "off",
            "silicon", "model", "off", "silicon", "model", "off"
        next
    }
    k = plain($2)
    real_watts = measured[k]
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
    power = sum[k, "power_mw"] / n / 1000
    printf row, k, n, int(real), int(cycles), off(cycles, real), int(real_l2), int(l2), off(l2, real_l2), int(real_dram), int(dram),
        off(dram, real_dram), int(real_shared), int(shared), off(shared, real_shared), sprintf("%.1f", real_watts),
        sprintf("%.1f", power), off(power, real_watts)
    if (real_watts) {
        watts_error += power > real_watts ? power / real_watts - 1 : 1 - power / real_watts
        watts_kernels++
    }
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
    if (watts_kernels) printf ", of watts %.1f %%", 100 * watts_error / watts_kernels
    if (kernels > 2)
        printf ", correlation of cycles %.3f", (kernels * sxy - sx * sy) / sqrt((kernels * sxx - sx * sx) * (kernels * syy - sy * sy))
    print ""
}
