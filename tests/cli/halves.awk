# halves.awk - reads a VCD of a run with waves on a machine of one SM, two workloads on it at once, and checks what the
# first level of warp issue does with their kernels, from the pins alone. -v policy=sim|alt -v scheds=N.
#   sim  warp i of a CTA (the i-th of its warps by number) is on scheduler i mod n of the n that issue_half_o names
#        at the port: 0 all, 1 the lower half, 2 the upper half; and each of the three occurs
#   alt  the schedulers never grant warps of two kernels in one cycle, and the kernel changes
function number(text,    i, n) { for (i = 1; i <= length(text); i++) n = n * 2 + substr(text, i, 1); return n + 0 }
function of(model, pin) { return value[id[model, pin]] }
function wrong(text) { print "time " time ": " text; failed = 1; exit }
function bit(text, w) { return substr(text, length(text) - w, 1) == "1" } # VCD leaves leading zeros out
function taken() { # a CTA leaves the port
    if (of("disp", "issue_valid_o") != "1" || !bit(of("disp", "issue_ready_i"), 0)) return
    port_slot = number(of("disp", "issue_slot_o"))
    half = number(of("disp", "issue_half_o"))
    starts = 0
}
function started(s,    w, text) { # scheduler s receives a CTA
    if (of("sm0_arb" s, "cta_start_evt_i") != "1") return
    if (number(of("sm0_arb" s, "cta_start_slot_i")) != port_slot) wrong("another slot than at the port")
    text = of("sm0_arb" s, "cta_start_warps_i")
    for (w = 0; w < 64; w++)
        if (bit(text, w)) {
            kid_of[s, w] = number(of("sm0_arb" s, "cta_start_kid_i"))
            if (policy == "sim" && w in warps) wrong("warp " w " on two schedulers")
            dealt[w] = s
            warps[w] = 1
        }
    if (++starts == scheds) dealt_all()
}
function dealt_all(    w, i, n, base) {
    n = half == 0 ? scheds : scheds / 2
    base = half == 2 ? n : 0
    for (w = 0; w < 64 && policy == "sim"; w++)
        if (w in warps) {
            if (dealt[w] != base + i % n) wrong("half " half ": warp " i " of the CTA is on scheduler " dealt[w])
            i++
        }
    seen[half] += i
    split("", warps)
}
function granted(s,    text, w) { # after the edge
    text = new_value(s)
    if (!(w = index(text, "1"))) return
    w = length(text) - w
    if (policy == "alt" && cycle == last_cycle && kid_of[s, w] != last_kid) wrong("two kernels in one cycle")
    if (cycle == last_cycle) together++
    else if (kid_of[s, w] != last_kid) switches++
    last_cycle = cycle
    last_kid = kid_of[s, w]
}
function new_value(s,    i) {
    for (i = 1; i <= changes; i++) if (changed[i] == id["sm0_arb" s, "gnt_o"]) return to[i]
    return of("sm0_arb" s, "gnt_o")
}
function step(    i, s, rise) { # registers hold what they held before the edge
    for (i = 1; i <= changes; i++)
        if (to[i] == "1" && value[changed[i]] == "0" && changed[i] in clock_of) {
            if (clock_of[changed[i]] == "disp") taken()
            else { s = substr(clock_of[changed[i]], 8); started(s); granted(s) }
        }
    for (i = 1; i <= changes; i++) value[changed[i]] = to[i]
    changes = 0
}
/^\$scope/ { path[++depth] = $3; next }
/^\$upscope/ { depth--; next }
/^\$var/ {
    if (depth != 1) next
    id[path[1], $5] = $4
    if ($5 == "clk_i" && path[1] ~ /^(disp|sm0_arb[0-9])$/) clock_of[$4] = path[1]
    next
}
/^#/ { step(); time = substr($0, 2); cycle = int(time / 1000); next }
/^b/ { changed[++changes] = $2; to[changes] = substr($1, 2); next }
/^[01]/ { changed[++changes] = substr($0, 2); to[changes] = substr($0, 1, 1) }
END {
    if (failed) exit 1
    if (policy == "sim" && !(seen[0] && seen[1] && seen[2]))
        failed = sprintf("warps dealt: %d to all, %d to the lower, %d to the upper half", seen[0], seen[1], seen[2])
    if (together < 100 || switches < 20) failed = together + 0 " grants together, " switches + 0 " changes of the kernel"
    if (failed) print failed
    exit failed != ""
}
