# dyncta.awk - reads a VCD of a run under --limit dyncta with waves, and replays [DYNCTA §4.1] on SM 0 from
# the dispatcher's pins alone: -v n0=N/2 -v most=N -v window= -v t_idle= -v t_mem_l= -v t_mem_h= (cycles).
# Its own list of CTAs by age and its own n must give paused_o after every edge; no paused CTA is let through
# (release_cycles beyond the run). And from the pins of SM 0's first arbiter: a grant goes to
# a warp of a paused CTA only if no warp of another CTA is ready. Exit 1 at the first difference, or when
# fewer than `pauses` CTAs were paused, fewer than `resumes` resumed, or no paused one ever issued.
function number(bits,    i, v) {
    v = 0
    for (i = 1; i <= length(bits); i++) v = 2 * v + (substr(bits, i, 1) == "1")
    return v
}
function bit(bits, i) { return i < length(bits) && substr(bits, length(bits) - i, 1) == "1" }
function low(bits, width) { return number(length(bits) > width ? substr(bits, length(bits) - width + 1) : bits) }
function complain(what) {
    print "time " time ": " what
    wrong = 1
    exit
}
function drop(slot,    i, k) {
    for (i = k = 0; i < held; i++) if (order[i] != slot) order[k++] = order[i]
    held = k
}
function rising() { # the dispatcher's edge, with the inputs from before it
    if (gone != "") drop(gone)
    gone = ""
    if (heard != "") { # a report is booked an edge after it was taken
        gone = heard
        delete live[gone]
    }
    heard = bit(pre["done_ready_o"], 0) ? low(pre["done_slot_i"], 4) : ""
    if (pre["book"] == "1" && bit(pre["book_sm"], 0)) {
        order[held++] = number(pre["pick_slot"])
        live[order[held - 1]] = 1
    }
    if (anew) {
        n = n0
        since = turn = idle = mem = 0
    } else counted()
    anew = index(pre["launch"], "1") > 0
}
function counted(    was) {
    was = turn # 1: SM 0's counts are read at this edge, 2: its n follows; then the 31 others
    if (turn == 2) n += verdict > 0 ? n < most : verdict < 0 ? -(n > 1) : 0
    if (turn == 1) {
        verdict = idle >= t_idle || mem < t_mem_l ? 1 : mem >= t_mem_h ? -1 : 0
        idle = mem = 0
        decisions++
    }
    if (turn && turn++ == 33) turn = 0
    if (pre["mon_evt_i"] != "1") return
    if (idle < 32) idle += low(pre["mon_idle_i"], 5)
    if (mem < 1024) mem += low(pre["mon_mem_i"], 5)
    since += number(pre["mon_cycles_i"])
    if (!was && since >= window) {
        since = 0
        turn = 1
    }
}
function settled(    i, want) { # what the edge led to
    for (i = n; i < held; i++) if (order[i] in live) want[order[i]] = 1
    for (i = 0; i < 16; i++) {
        if ((i in want) != bit(pin["paused_o"], i))
            complain("slot " i ": paused is " bit(pin["paused_o"], i) ", n " n ", CTAs " held)
        if ((i in want) && !(i in before)) pause_count++
        if (!(i in want) && (i in before) && (i in live)) resume_count++
        if (i in want) before[i] = 1
        else delete before[i]
    }
}
function granted(    i, w, g, free) {
    i = index(arb["gnt_o"], "1")
    if (!i) return
    g = 64 - i
    if (bit(pins_paused, owner[g])) {
        for (w = 0; w < 64; w++)
            if (bit(pins_ready, w) && (w in owner) && !bit(pins_paused, owner[w]))
                complain("warp " g " of a paused CTA is granted, warp " w " was ready")
        last_resort++
    } else grants++
}
BEGIN { n = n0; held = turn = since = idle = mem = 0 }
/^\$scope/ { path[++depth] = $3; next }
/^\$upscope/ { depth--; next }
/^\$var/ {
    if (depth == 1 && path[1] == "sm0_arb0") of_arb[$4] = $5
    if (depth == 2 && path[2] == "disp_top") of_disp[$4] = $5
    next
}
/^#/ {
    if (pin["clk_i"] == "1" && disp_was == "0" && pin["rst_ni"] == "1") {
        rising()
        settled()
    }
    if (pin["clk_i"] == "0") for (w in pin) pre[w] = pin[w] # what the coming edge samples
    disp_was = pin["clk_i"]
    if (arb["clk_i"] == "1" && arb_was == "0") {
        granted()
        if (arb["cta_end_evt_i"] == "1")
            for (w in owner) if (owner[w] == ended) delete owner[w]
        if (started != "") for (w = 0; w < 64; w++) if (bit(masks, w)) owner[w] = started
    }
    if (arb["clk_i"] == "0") { # settled inputs of the coming edge
        pins_paused = arb["paused_i"]
        pins_ready = arb["ready_i"]
        started = arb["cta_start_evt_i"] == "1" ? number(arb["cta_start_slot_i"]) : ""
        masks = arb["cta_start_warps_i"]
        ended = number(arb["cta_end_slot_i"])
    }
    arb_was = arb["clk_i"]
    time = substr($0, 2)
    next
}
/^b/ {
    if ($2 in of_disp) pin[of_disp[$2]] = substr($1, 2)
    if ($2 in of_arb) arb[of_arb[$2]] = substr($1, 2)
    next
}
/^[01]/ {
    id = substr($0, 2)
    if (id in of_disp) pin[of_disp[id]] = substr($0, 1, 1)
    if (id in of_arb) arb[of_arb[id]] = substr($0, 1, 1)
}
END {
    print decisions " decisions, " pause_count " pauses, " resume_count " resumptions, " grants " grants, " last_resort " of paused CTAs"
    exit wrong || pause_count < pauses || resume_count < resumes || !last_resort || grants < 100
}
