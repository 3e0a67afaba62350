# Yosys' `stat -liberty`, added up by module whatever its parameters: cells, flip-flops, area.
#   total CELLS FLOPS AREA               whole design
#   module NAME INSTANCES CELLS FLOPS AREA   all instances, largest first; a module's own cells only
function plain(name) { # $paramod\m\N=.. or $paramod$hash\m -> m
    sub(/^\$paramod(\$[0-9a-f]+)?\\/, "", name)
    sub(/\\.*/, "", name)
    return name
}
function walk(m, times,    i) { # every instance below m, once per use
    uses[m] += times
    for (i = 1; i <= kids[m]; i++) walk(kid[m, i], times * many[m, i])
}
function before(a, b) { return area_of[a] > area_of[b] || (area_of[a] == area_of[b] && a < b) }
/^=== design hierarchy/ { mod = ""; next }
/^=== / { mod = $2; order[++mods] = mod; known[mod] = 1; next }
mod == "" { next }
/Chip area for module/ { area[mod] = $NF; next }
NF == 2 && $2 ~ /^[0-9]+$/ { kid[mod, ++kids[mod]] = $1; many[mod, kids[mod]] = $2 }
END {
    for (i = 1; i <= mods; i++) { # children that are cells of the library
        m = order[i]
        n = kids[m]
        kids[m] = 0
        for (k = 1; k <= n; k++) {
            c = kid[m, k]
            x = many[m, k]
            if (c in known) {
                kid[m, ++kids[m]] = c
                many[m, kids[m]] = x
                child[c] = 1
            } else {
                cells[m] += x
                if (toupper(c) ~ /DFF|DFX|DFR/) flops[m] += x
            }
        }
    }
    for (i = 1; i <= mods; i++) if (!(order[i] in child)) walk(order[i], 1)
    for (i = 1; i <= mods; i++) {
        m = order[i]
        name = plain(m)
        if (!(name in inst)) list[++names] = name
        inst[name] += uses[m]
        cells_of[name] += uses[m] * cells[m]
        flops_of[name] += uses[m] * flops[m]
        area_of[name] += uses[m] * area[m]
        all_cells += uses[m] * cells[m]
        all_flops += uses[m] * flops[m]
        all_area += uses[m] * area[m]
    }
    if (!mods) exit 1
    printf "total %d %d %.3f\n", all_cells, all_flops, all_area
    for (i = 2; i <= names; i++) {
        name = list[i]
        for (j = i - 1; j >= 1 && before(name, list[j]); j--) list[j + 1] = list[j]
        list[j + 1] = name
    }
    for (i = 1; i <= names; i++) {
        name = list[i]
        printf "module %s %d %d %d %.3f\n", name, inst[name], cells_of[name], flops_of[name], area_of[name]
    }
}
