# Checks every grant of SM 0's first arbiter against the meaning of its policy, from the pins alone.
#
#   awk -v policy=gto|lrr -f synth/vcd.awk -f grants.awk WAVE.vcd
#
#   lrr  the first ready warp after the last granted one, cyclic
#   gto  the last granted warp whenever it is ready and no CTA has ended since
# Exit 1 at the first wrong grant, or if there were fewer than 200.
function reads(scope) { return scope == "sm0_arb0" }
function declared() { }
function pin(name) { return now("sm0_arb0." name) }

function first_after(last, ready,    k, w) {
    for (k = 1; k <= 64; k++) {
        w = (last + k) % 64
        if (bit(ready, w)) return w
    }
    return -1
}
function granted_warp(    i) { # -1: none
    i = index(pin("gnt_o"), "1")
    return i ? length(pin("gnt_o")) - i : -1
}
function expected(warp, ready) { # in place of `warp`, which was granted
    if (policy == "lrr") return first_after(last, ready)
    if (last >= 0 && bit(ready, last)) return last
    return warp # any: the oldest is not seen at the pins
}
function timestep(    warp, ready) {
    if (!rises("sm0_arb0.clk_i")) return
    ready = pin("ready_i")
    warp = granted_warp()
    if (warp < 0 && index(ready, "1")) complain("no grant, ready " ready)
    if (warp >= 0) {
        if (warp != expected(warp, ready)) complain("granted warp " warp ", expected " expected(warp, ready) ", ready " ready)
        checked++
        last = warp
    }
    if (pin("cta_end_evt_i") == "1" && policy == "gto") last = -1
}
BEGIN { last = policy == "lrr" ? 63 : -1 }
END {
    if (!wrong && checked < 200) print "only " checked + 0 " grants"
    exit wrong || checked < 200
}
