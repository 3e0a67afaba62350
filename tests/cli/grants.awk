# grants.awk - reads a VCD of a run with waves and checks every grant of SM 0's first arbiter against
# the meaning of its policy, from the pins alone. -v policy=gto|lrr. Exit 1 at the first wrong one.
#   lrr  the first ready warp after the last granted one, cyclic
#   gto  the last granted warp whenever it is ready and no CTA has ended since
function ready_bit(w) { return substr(ready, 64 - w, 1) == "1" }
function granted(    i) { i = index(grant, "1"); return i ? 64 - i : -1 }
function first_after(last,    k, w) {
    for (k = 1; k <= 64; k++) {
        w = (last + k) % 64
        if (ready_bit(w)) return w
    }
    return -1
}
function edge(    w, want) {
    w = granted()
    if (w >= 0) {
        want = policy == "lrr" ? first_after(last) : (last >= 0 && ready_bit(last)) ? last : w
        if (w != want) {
            print "time " time ": granted warp " w ", expected " want ", ready " ready
            wrong = 1
            exit
        }
        checked++
        last = w
    } else if (index(ready, "1")) {
        print "time " time ": no grant, ready " ready
        wrong = 1
        exit
    }
    if (ends == "1") last = policy == "gto" ? -1 : last
}
BEGIN { last = policy == "lrr" ? 63 : -1 }
/^\$scope/ { path[++depth] = $3; next }
/^\$upscope/ { depth--; next }
/^\$var/ {
    if (depth == 1 && path[1] == "sm0_arb0") name[$4] = $5
    next
}
/^#/ {
    if (clock == "1" && was == "0") edge()
    was = clock
    time = substr($0, 2)
    next
}
/^b/ {
    if (name[$2] == "ready_i") ready = substr($1, 2)
    else if (name[$2] == "gnt_o") grant = substr($1, 2)
    next
}
/^[01]/ {
    id = substr($0, 2)
    if (name[id] == "clk_i") clock = substr($0, 1, 1)
    else if (name[id] == "cta_end_evt_i") ends = substr($0, 1, 1)
}
END {
    if (!wrong && checked < 200) print "only " checked " grants"
    exit wrong || checked < 200
}
