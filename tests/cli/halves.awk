# Checks what the first level of warp issue does with two kernels on a machine of one SM, from the pins alone.
#
#   awk -v policy=sim|alt -v scheds=N -f synth/vcd.awk -f halves.awk WAVE.vcd
#
#   sim  warp i of a CTA (the i-th of its warps by number) is on scheduler i mod n of the n that issue_half_o names
#        at the port: 0 all, 1 the lower half, 2 the upper half; and each of the three occurs
#   alt  the schedulers never grant warps of two kernels in one cycle, and the kernel changes
# Exit 1 at the first wrong warp, or if too few were seen.
function reads(scope) { return scope ~ /^(disp|sm0_arb[0-9])$/ }
function declared() { }
function disp(pin) { return was("disp." pin) }
function arb(s, pin) { return was("sm0_arb" s "." pin) }

# At the dispatcher's clock edge: a CTA leaves the port.
function dispatched() {
    if (disp("issue_valid_o") != "1" || !bit(disp("issue_ready_i"), 0)) return
    port_slot = number(disp("issue_slot_o"))
    half = number(disp("issue_half_o"))
    starts = 0
}
# At scheduler s's clock edge: it receives its warps of that CTA.
function started(s,    w, warps) {
    if (arb(s, "cta_start_evt_i") != "1") return
    if (number(arb(s, "cta_start_slot_i")) != port_slot) complain("another slot than at the port")
    warps = arb(s, "cta_start_warps_i")
    for (w = 0; w < 64; w++)
        if (bit(warps, w)) receive(s, w)
    starts++
    if (starts == scheds) check_halves()
}
function receive(s, w) {
    kid_of[s, w] = number(arb(s, "cta_start_kid_i"))
    if (policy == "sim" && w in scheduler_of) complain("warp " w " on two schedulers")
    scheduler_of[w] = s
}
# All schedulers have their warps of the CTA.
function check_halves(    w, i, n, base) {
    n = half == 0 ? scheds : scheds / 2
    base = half == 2 ? n : 0
    for (w = 0; w < 64; w++) {
        if (policy != "sim" || !(w in scheduler_of)) continue
        if (scheduler_of[w] != base + i % n) complain("half " half ": warp " i " of the CTA is on scheduler " scheduler_of[w])
        i++
    }
    warps_of_half[half] += i
    split("", scheduler_of)
}
# After scheduler s's clock edge: its grant is registered.
function granted(s,    gnt, w, cycle) {
    gnt = now("sm0_arb" s ".gnt_o")
    w = index(gnt, "1")
    if (!w) return
    w = length(gnt) - w
    cycle = int(time / 1000)
    if (cycle == last_cycle) {
        if (policy == "alt" && kid_of[s, w] != last_kid) complain("two kernels in one cycle")
        together++
    } else if (kid_of[s, w] != last_kid) switches++
    last_cycle = cycle
    last_kid = kid_of[s, w]
}
function timestep(    s) {
    if (rises("disp.clk_i")) dispatched()
    for (s = 0; s < scheds; s++)
        if (rises("sm0_arb" s ".clk_i")) {
            started(s)
            granted(s)
        }
}
END {
    if (wrong) exit 1
    if (policy == "sim" && !(warps_of_half[0] && warps_of_half[1] && warps_of_half[2]))
        few = sprintf("warps dealt: %d to all, %d to the lower, %d to the upper half",
            warps_of_half[0], warps_of_half[1], warps_of_half[2])
    if (together < 100 || switches < 20) few = together + 0 " grants together, " switches + 0 " changes of the kernel"
    if (few) print few
    exit few != ""
}
