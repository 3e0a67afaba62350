# Reads the weights, the statistics of the flattened top, then those of the kept hierarchy; prints
# tab-separated: key, module, instances, cells, flip-flops, NAND2-equivalents (all instances).
function plain(name) { # $paramod\m\N=.. or $paramod$hash\m -> m
    sub(/^\$paramod(\$[0-9a-f]+)?\\/, "", name)
    sub(/\\.*/, "", name)
    return name
}
function fail(msg) { print "area.awk: " FILENAME ": " msg > "/dev/stderr"; failed = 1; exit 1 }
function walk(m, times,    i, c) { # every instance below m, once per use
    uses[m] += times
    for (i = 1; i <= kids[m]; i++) walk(kid[m, i], times * many[m, i])
}
function before(a, b) {
    return sum_area[a] > sum_area[b] || (sum_area[a] == sum_area[b] && a < b)
}
function row(name, times, cells, flops, area) {
    printf "%s\t%s\t%d\t%d\t%d\t%.1f\n", key, name, times, cells, flops, area
}
FNR == 1 { file++ }
file == 1 { if ($1 ~ /^\$/) weight[$1] = $2; next }
/^=== design hierarchy/ { mod = ""; next }
/^=== / { mod = $2; if (file == 3 && !(mod in cells)) order[++mods] = mod; next }
mod == "" || NF != 2 || $2 !~ /^[0-9]+$/ { next }
{
    if ($1 ~ /^\$_/) {
        if (!($1 in weight)) fail("no weight for " $1 " in synth/nand2_weights.txt")
        if (file == 2) { fc += $2; fa += $2 * weight[$1]; if ($1 ~ /DFF/) ff += $2; next }
        cells[mod] += $2
        area[mod] += $2 * weight[$1]
        if ($1 ~ /DFF/) flops[mod] += $2
    } else if (file == 3 && $1 ~ /^[a-zA-Z$\\]/) {
        kid[mod, ++kids[mod]] = $1
        many[mod, kids[mod]] = $2
        child[$1] = 1
    }
}
END {
    if (failed) exit 1
    row(key, 1, fc, ff, fa)
    for (i = 1; i <= mods; i++) if (!(order[i] in child)) walk(order[i], 1)
    for (i = 1; i <= mods; i++) { # one row per module, whatever its parameters
        m = order[i]
        name = plain(m) (m in child ? "" : " (own)")
        if (!(name in inst)) list[++names] = name
        inst[name] += uses[m]
        sum_cells[name] += uses[m] * cells[m]
        sum_flops[name] += uses[m] * flops[m]
        sum_area[name] += uses[m] * area[m]
    }
    for (i = 2; i <= names; i++) { # largest first, then by name
        name = list[i]
        for (j = i - 1; j >= 1 && before(name, list[j]); j--) list[j + 1] = list[j]
        list[j + 1] = name
    }
    for (i = 1; i <= names; i++) {
        name = list[i]
        row("  " name, inst[name], sum_cells[name], sum_flops[name], sum_area[name])
    }
}
