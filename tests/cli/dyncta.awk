# Replays [DYNCTA §4.1] on SM 0 from the dispatcher's pins alone, in a run under --limit dyncta with waves.
#
#   awk -v n0=N/2 -v most=N -v window= -v t_idle= -v t_mem_l= -v t_mem_h= (cycles) -v pauses= -v resumes= \
#       -f synth/vcd.awk -f dyncta.awk WAVE.vcd
#
# Its own list of CTAs by age and its own n must give paused_o after every edge; no paused CTA is let through
# (release_cycles beyond the run). From the pins of SM 0's first arbiter: a grant goes to a warp of a paused CTA only if
# no warp of another CTA is ready. Exit 1 at the first difference, or when fewer than `pauses` CTAs were paused, fewer
# than `resumes` resumed, or no paused one ever issued.
function reads(scope) { return scope == "sm0_arb0" || scope == "disp.disp_top" }
function declared() { }
function disp(pin) { return was("disp.disp_top." pin) } # as the clock edge samples it
function arb(pin) { return was("sm0_arb0." pin) }

# --- the CTAs of SM 0: order[0..held-1] are their slots, the oldest first; live[slot] until the completion is taken ---
function forget(slot,    i, k) {
    for (i = k = 0; i < held; i++)
        if (order[i] != slot) order[k++] = order[i]
    held = k
}
function remember(slot) {
    order[held++] = slot
    live[slot] = 1
}
# A completion takes two edges: at the first, limits see it; at the second, the ranks of the others move up.
function completions() {
    if (leaving != "") forget(leaving)
    leaving = reported
    if (reported != "") delete live[reported]
    reported = bit(disp("done_ready_o"), 0) ? low(disp("done_slot_i"), 4) : ""
}
function bookings() {
    if (disp("book") == "1" && bit(disp("book_sm"), 0)) remember(number(disp("book_slot")))
}

# --- n, by Algorithm 1 ---
function restart() {
    n = n0
    since = visit = idle = mem = 0
}
function decide() {
    if (idle >= t_idle || mem < t_mem_l) verdict = 1
    else if (mem >= t_mem_h) verdict = -1
    else verdict = 0
    idle = mem = 0
    decisions++
}
function apply_verdict() {
    if (verdict > 0 && n < most) n++
    if (verdict < 0 && n > 1) n--
}
# visit: edges since the window's end; SM 0 reads its counts at edge 1, its n follows at 2; then come the 31 others.
function window_walk() {
    if (visit == 1) decide()
    if (visit == 2) apply_verdict()
    if (visit) visit++
    if (visit == 34) visit = 0
}
function count_report(walking) {
    if (disp("mon_evt_i") != "1") return
    if (idle < 32) idle += low(disp("mon_idle_i"), 5)
    if (mem < 1024) mem += low(disp("mon_mem_i"), 5)
    since += number(disp("mon_cycles_i"))
    if (walking || since < window) return
    since = 0
    visit = 1
}
function dispatcher_edge(    walking) {
    completions()
    bookings()
    if (launched) restart()
    else {
        walking = visit
        window_walk()
        count_report(walking)
    }
    launched = index(disp("launch"), "1") > 0
}

# --- what the edge led to ---
function check_paused(    i, slot, want, is) {
    for (i = n; i < held; i++)
        if (order[i] in live) want[order[i]] = 1
    for (slot = 0; slot < 16; slot++) {
        is = bit(now("disp.disp_top.paused_o"), slot)
        if ((slot in want) != is) complain("slot " slot ": paused is " is ", n " n ", CTAs " held)
        if ((slot in want) && !(slot in paused)) pause_count++
        if (!(slot in want) && (slot in paused) && (slot in live)) resume_count++
        if (slot in want) paused[slot] = 1
        else delete paused[slot]
    }
}

# --- the arbiter: slot_of[warp] is the slot of its CTA ---
function check_grant(    gnt, warp, w) {
    gnt = now("sm0_arb0.gnt_o")
    warp = index(gnt, "1")
    if (!warp) return
    warp = length(gnt) - warp
    if (!bit(arb("paused_i"), slot_of[warp])) {
        grants++
        return
    }
    for (w = 0; w < 64; w++)
        if (bit(arb("ready_i"), w) && (w in slot_of) && !bit(arb("paused_i"), slot_of[w]))
            complain("warp " warp " of a paused CTA is granted, warp " w " was ready")
    last_resort++
}
function track_warps(    w, slot) {
    if (arb("cta_end_evt_i") == "1") {
        slot = number(arb("cta_end_slot_i"))
        for (w in slot_of)
            if (slot_of[w] == slot) delete slot_of[w]
    }
    if (arb("cta_start_evt_i") == "1") {
        slot = number(arb("cta_start_slot_i"))
        for (w = 0; w < 64; w++)
            if (bit(arb("cta_start_warps_i"), w)) slot_of[w] = slot
    }
}

function timestep() {
    if (rises("disp.disp_top.clk_i") && now("disp.disp_top.rst_ni") == "1") {
        dispatcher_edge()
        check_paused()
    }
    if (rises("sm0_arb0.clk_i")) {
        check_grant()
        track_warps()
    }
}
BEGIN {
    held = 0
    restart()
}
END {
    print decisions " decisions, " pause_count " pauses, " resume_count " resumptions, " grants " grants, " last_resort " of paused CTAs"
    exit wrong || pause_count < pauses || resume_count < resumes || !last_resort || grants < 100
}
