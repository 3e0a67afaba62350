# size_filter.awk - a GTKWave filter for values as wide as a size of the models, n.
# -v of=slot, of=warp: one-hot, a CTA slot or a warp, in hexadecimal
# -v of=turn:          the mask of the warps where a search begins, in hexadecimal
# -v of=tnew:          T_new of limit_lcs, 0 to n CTAs, in binary
BEGIN {
    if (of == "slot") sets("CTA_slot_", "none")
    else if (of == "warp") sets("w", "-")
    else if (of == "turn") sets("from_warp_", "from_warp_0")
    else limits()
}
function sets(word, empty,    i) {
    for (i = of == "turn"; i < n; i++) print hex(i, of == "turn" ? n - 1 : i), word i
    print hex(n, n), empty
}
function hex(low, high,    text, digit, i) { # bits low to high of n, which is a multiple of 4
    for (i = n - 1; i >= 0; i--) {
        digit = 2 * digit + (i >= low && i <= high)
        if (i % 4 == 0) { text = text sprintf("%X", digit); digit = 0 }
    }
    return text
}
function limits(    width, i) {
    for (width = 1; 2 ^ width < n + 1;) width++
    print binary(0, width), "not_decided"
    for (i = 1; i <= n; i++) print binary(i, width), "at_most_" i
    print binary(2 ^ width - 1, width), "being_computed"
}
function binary(value, width,    text) {
    for (; width > 0; width--) { text = value % 2 text; value = int(value / 2) }
    return text
}
