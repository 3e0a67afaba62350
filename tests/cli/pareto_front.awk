# pareto_front.awk runs.csv pareto.csv - computes speed-ups from runs.csv anew, for the workloads vadd and tran, and the
# front by comparing every point with every other; prints where pareto.csv differs.
BEGIN { FS = OFS = "," }
FNR == NR {
    gsub(/"/, "")
    if (FNR == 1) for (i = 1; i <= NF; i++) at[$i] = i
    else ipc[$1, $2] = $at["sm_thread_insts"] / $at["cycles"]
    next
}
FNR > 1 {
    v = ipc[$1, "vadd"] / ipc["base", "vadd"]
    t = ipc[$1, "tran"] / ipc["base", "tran"]
    differs($1 " mean", $9, sqrt(v * t))
    differs($1 " least", $10, v < t ? v : t)
    differs($1 " greatest", $12, v > t ? v : t)
    speed[FNR] = $9
    area[FNR] = $14
    front[FNR] = $17
}
function differs(what, found, expected) {
    if (found - expected <= 6e-5 && expected - found <= 6e-5) return
    print what ": " found ", expected " expected
    wrong = 1
}
function dominated(i,    k) {
    for (k = 2; k <= FNR; k++)
        if (area[k] <= area[i] && speed[k] >= speed[i] && (area[k] < area[i] || speed[k] > speed[i])) return 1
    return 0
}
END {
    for (i = 2; i <= FNR; i++)
        if (front[i] != (dominated(i) ? "no" : "yes")) {
            print "line " i ": on the front: " front[i]
            wrong = 1
        }
    exit wrong || FNR != 5
}
