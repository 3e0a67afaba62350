# Addresses of parameter registers: `window` holds "module=base ..." with three hexadecimal digits each.
function parameter_address(module, i,    list, n, k, pair, at, digits) { # of parameter i, from 1
    digits = "0123456789abcdef"
    n = split(window, list, " ")
    for (k = 1; k <= n; k++) {
        split(list[k], pair, "=")
        if (pair[1] == module) break
    }
    for (k = 1; k <= 3; k++) at = at * 16 + index(digits, substr(pair[2], k, 1)) - 1
    at += 4 * (i - 1)
    return substr(digits, int(at / 256) + 1, 1) substr(digits, int(at / 16) % 16 + 1, 1) substr(digits, at % 16 + 1, 1)
}
