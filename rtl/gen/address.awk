# Addresses of parameter registers. `window` holds, per policy, "module=base" with three hexadecimal digits.
function hex_value(text,    i, n) {
    for (i = 1; i <= length(text); i++) n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return n
}
function base_of(module,    list, n, k, pair) {
    n = split(window, list, " ")
    for (k = 1; k <= n; k++) {
        split(list[k], pair, "=")
        if (pair[1] == module) return hex_value(pair[2])
    }
}
function parameter_address(module, i) { return sprintf("%03x", base_of(module) + 4 * (i - 1)) } # of parameter i, from 1
