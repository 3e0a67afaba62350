# Replays SMK's decisions [SMK §3.1] on SM 0 from the pins of limit_smk, in a run under --limit smk with waves.
#
#   awk -v decisions= -v raises= -v lowers= -v starts= -f synth/vcd.awk -f smk.awk WAVE.vcd
#
# Of the module's registers only its state is read, for when a sample or a decision ends. Counts, histories, ratios and
# sums of resources are the program's own; quotas must be its Tb. Exit 1 at the first difference, or if there are
# fewer decisions, raised Tb, Tb lowered to make room for them, or new pairs than the arguments say.
function reads(scope) { return scope == "disp.disp_top.u_limit.u_limit_smk" }
function declared() { }
function pin(name) { return was("disp.disp_top.u_limit.u_limit_smk." name) } # as the clock edge samples it
function after(name) { return now("disp.disp_top.u_limit.u_limit_smk." name) }
function field(bits, first, width) { return low(substr(bits, 1, length(bits) - first), width) }
function quota(kid) { return field(after("quota_o"), 5 * kid, 5) }

# --- CTAs of SM 0: kid_of[slot]; those of the sample: old[slot] ---
function ctas(    slot, kid) {
    if (bit(pin("book_sm_i"), 0)) {
        kid_of[number(pin("book_slot_i"))] = number(pin("book_kid_i"))
        held[number(pin("book_kid_i"))]++
    }
    if (!bit(pin("done_sm_i"), 0)) return
    slot = number(pin("done_slot_i"))
    if (!(slot in kid_of)) complain("slot " slot " is empty, and its CTA completes")
    held[kid_of[slot]]--
    delete kid_of[slot]
    if (!(slot in old)) return
    delete old[slot]
    left--
}
function sample_begins(    slot) {
    if (held[kid[0]] != tb[0] || held[kid[1]] != tb[1])
        complain("a sample begins with " held[kid[0]] " and " held[kid[1]] " CTAs, Tb " tb[0] " and " tb[1])
    if (pin("mon_evt_i") != "1" || !bit(pin("live_i"), kid[0]) || !bit(pin("live_i"), kid[1]))
        complain("a sample begins without a report, or without CTAs to come")
    left = cycles = busy["sp"] = busy["ldst"] = part["sp"] = part["ldst"] = 0
    for (slot in kid_of) {
        old[slot] = 1
        left++
    }
}
function report() {
    if (pin("mon_evt_i") != "1" || cycles >= 65504) return
    cycles += number(pin("mon_cycles_i"))
    busy["sp"] += low(pin("mon_sp_busy_i"), 7)
    part["sp"] += low(pin("mon_sp_part_i"), 7)
    busy["ldst"] += low(pin("mon_ldst_busy_i"), 5)
    part["ldst"] += low(pin("mon_ldst_part_i"), 5)
}

# --- resources: slots, bytes of shared memory, registers, threads, warps ---
function takes(word, i) {
    if (i == 0) return field(word, 54, 5)
    if (i == 1) return field(word, 36, 17)
    if (i == 2) return field(word, 21, 14)
    if (i == 3) return field(word, 8, 12)
    return field(word, 0, 7)
}
function of(seat) { return substr(word_of_all, length(word_of_all) - 60 * (kid[seat] + 1) + 1, 60) }
function fits(m, n,    i) {
    word_of_all = sprintf("%240s", pin("amt_i"))
    gsub(/ /, "0", word_of_all)
    for (i = 0; i < 5; i++)
        if (m * takes(of(0), i) + n * takes(of(1), i) > takes(pin("cap_i"), i)) return 0
    return 1
}
# Seat `keeps` gets `most` CTAs, the other as many of its own as fit beside them.
function try(keeps, most,    n) {
    for (n = tb[1 - keeps]; n >= 1; n--)
        if (keeps == 0 ? fits(most, n) : fits(n, most)) {
            tb[keeps] = most
            tb[1 - keeps] = n
            return 1
        }
    return 0
}
function most_of(seat) { return field(pin("tmax_i"), 5 * kid[seat], 5) }
function half(n) { return n < 2 ? 1 : int(n / 2) }

# The quotas show whether there is a pair, one kernel or none.
function start(    k, n) {
    known = 0
    delete kid
    for (k = n = 0; k < 4; k++)
        if (quota(k)) n++
    pair = n == 2
    if (!pair) return
    kid[0] = number(after("mon_kid_o"))
    for (k = 0; k < 4; k++)
        if (quota(k) && k != kid[0]) kid[1] = k
    tb[0] = half(most_of(0))
    tb[1] = half(most_of(1))
    if (!try(0, tb[0])) try(1, tb[1])
    start_count++
}

# --- a decision: PUCT, the critical pipeline, PUHP, history ---
function fraction(n, units,    u) {
    u = int(n * 1024 / (units * cycles))
    return u < 1024 ? u : 1023
}
function critical(sp, ldst,    low_sp, low_ldst) {
    low_sp = sp < his["sp"]
    low_ldst = ldst < his["ldst"]
    if (low_sp && low_ldst) return sp * his["ldst"] <= ldst * his["sp"] ? "sp" : "ldst"
    return low_sp ? "sp" : low_ldst ? "ldst" : ""
}
function puhp(seat) { return his["ldst", seat] ? his["sp", seat] / his["ldst", seat] : 1e9 }
function seat_to_raise(pipe) {
    if (puhp(0) == puhp(1)) return bit(pin("before_i"), 4 * kid[1] + kid[0]) ? 0 : 1
    return (puhp(0) > puhp(1)) == (pipe == "sp") ? 0 : 1
}
function remember(pipe, units,    u, u0) {
    u = fraction(busy[pipe], units)
    u0 = fraction(part[pipe], units)
    his[pipe] = known ? int((his[pipe] + u) / 2) : u
    his[pipe, 0] = known ? int((his[pipe, 0] + u0) / 2) : u0
    his[pipe, 1] = his[pipe] - his[pipe, 0]
}
function decide(    pipe, seat, before) {
    if (left) complain("a decision while " left " CTAs of the sample are resident")
    pipe = known ? critical(fraction(busy["sp"], 8), fraction(busy["ldst"], 1)) : ""
    seat = pipe != "" ? seat_to_raise(pipe) : -1
    remember("sp", 8)
    remember("ldst", 1)
    known = 1
    decision_count++
    if (seat < 0 || tb[seat] == most_of(seat)) return
    before = tb[1 - seat]
    if (!try(seat, tb[seat] + 1)) return
    raise_count++
    lower_count += tb[1 - seat] < before
}

function timestep(    from, to) {
    if (!rises("disp.disp_top.u_limit.u_limit_smk.clk_i") || now("disp.disp_top.u_limit.u_limit_smk.rst_ni") != "1") return
    from = number(pin("state_q"))
    to = number(after("state_q"))
    if (from == SAMPLE && left) report()
    else if (from == SAMPLE && to == SAMPLE) complain("a sample goes on without a CTA of its own")
    if (from == ANEW && to != ANEW) start()
    if (from == REST && to == SAMPLE) sample_begins()
    if (from == SAMPLE && to == DECIDE) decide()
    if (to == ANEW) {
        pair = left = 0
        delete old
    }
    ctas()
    if (!pair || to == DECIDE || to == TRY) return
    if (quota(kid[0]) != tb[0] || quota(kid[1]) != tb[1])
        complain("quotas are " quota(kid[0]) " and " quota(kid[1]) ", expected " tb[0] " and " tb[1])
}
BEGIN {
    ANEW = 0
    REST = 1
    SAMPLE = 2
    DECIDE = 3
    TRY = 4
}
END {
    print start_count + 0 " pairs, " decision_count + 0 " decisions, " raise_count + 0 " raise, " lower_count + 0 " lower the other's"
    exit wrong || start_count < starts || decision_count < decisions || raise_count < raises || lower_count < lowers
}
