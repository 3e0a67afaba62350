# sm_filter.awk - the GTKWave filter of a row of waves/disp_top.gtkw.in that has bits of several signals, of one SM.
# -v row=answer: number of the kernel (2 bits), SM enabled, asked, fit, limit, gate
# -v row=why:    the bits of a cause of disp_why, the highest first
# -v row=pick:   picked, number of its kernel (2 bits), in the booking register, number of its kernel (2 bits)
# Filters know no wildcards, so every value has a line.
BEGIN {
    bits = row == "answer" ? 7 : row == "why" ? 12 : 6
    split("masked gate limit warps threads regs smem slots place partition off block", cause)
    for (value = 0; value < 2 ^ bits; value++) {
        text = words = ""
        for (i = 0; i < bits; i++) text = text (bit[i] = int(value / 2 ^ (bits - 1 - i)) % 2)
        if (row == "answer") answer()
        else if (row == "why") why()
        else pick()
        print text, words == "" ? "-" : words
    }
}
function add(word) { words = words (words == "" ? "" : ",") word }
function kernel(i) { return "k" 2 * bit[i] + bit[i + 1] ":" }
function answer() {
    if (!bit[2]) add("off")
    if (!bit[2] || !bit[3]) return
    if (!bit[4]) add("no_room")
    if (!bit[5]) add("limit")
    if (!bit[6]) add("gate")
    words = kernel(0) (words == "" ? "may" : words)
}
function why() {
    for (i = 0; i < bits; i++) if (bit[i]) add(cause[i + 1])
}
function pick() {
    if (bit[0]) add(kernel(1) "picked")
    if (bit[3]) add(kernel(4) "booked")
}
