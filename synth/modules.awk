# Yosys' `stat -liberty`, added up by module whatever its parameters: cells, flip-flops, area.
#   total CELLS FLOPS AREA               whole design
#   module NAME INSTANCES CELLS FLOPS AREA   all instances, largest first; a module's own cells only
#
# Of module m of the report: child[m, i] and count[m, i] for i in 1..children[m] are the modules and cells in it.
function plain(name) { # $paramod\m\N=.. or $paramod$hash\m -> m
    sub(/^\$paramod(\$[0-9a-f]+)?\\/, "", name)
    sub(/\\.*/, "", name)
    return name
}
function is_flop(cell) { return toupper(cell) ~ /DFF|DFX|DFR/ }

# Splits what is in m: library cells are counted, modules stay children.
function count_cells(m,    n, i, c) {
    n = children[m]
    children[m] = 0
    for (i = 1; i <= n; i++) {
        c = child[m, i]
        if (c in known) {
            keep_child(m, c, count[m, i])
            continue
        }
        cells[m] += count[m, i]
        if (is_flop(c)) flops[m] += count[m, i]
    }
}
function keep_child(m, c, n) {
    children[m]++
    child[m, children[m]] = c
    count[m, children[m]] = n
    has_parent[c] = 1
}
function count_uses(m, times,    i) { # of m and every instance below it
    uses[m] += times
    for (i = 1; i <= children[m]; i++) count_uses(child[m, i], times * count[m, i])
}
function add_up(m,    name) {
    name = plain(m)
    if (!(name in instances)) list[++names] = name
    instances[name] += uses[m]
    cells_of[name] += uses[m] * cells[m]
    flops_of[name] += uses[m] * flops[m]
    area_of[name] += uses[m] * area[m]
    all_cells += uses[m] * cells[m]
    all_flops += uses[m] * flops[m]
    all_area += uses[m] * area[m]
}
function before(a, b) { return area_of[a] > area_of[b] || (area_of[a] == area_of[b] && a < b) }
function sort_list(    i, j, name) { # insertion sort, largest area first
    for (i = 2; i <= names; i++) {
        name = list[i]
        for (j = i - 1; j >= 1 && before(name, list[j]); j--) list[j + 1] = list[j]
        list[j + 1] = name
    }
}

/^=== design hierarchy/ {
    module = ""
    next
}
/^=== / {
    module = $2
    order[++modules] = module
    known[module] = 1
    next
}
module == "" { next }
/Chip area for module/ {
    area[module] = $NF
    next
}
NF == 2 && $2 ~ /^[0-9]+$/ { # MODULE-OR-CELL COUNT
    children[module]++
    child[module, children[module]] = $1
    count[module, children[module]] = $2
}
END {
    if (!modules) exit 1
    for (i = 1; i <= modules; i++) count_cells(order[i])
    for (i = 1; i <= modules; i++)
        if (!(order[i] in has_parent)) count_uses(order[i], 1)
    for (i = 1; i <= modules; i++) add_up(order[i])
    printf "total %d %d %.3f\n", all_cells, all_flops, all_area
    sort_list()
    for (i = 1; i <= names; i++) {
        name = list[i]
        printf "module %s %d %d %d %.3f\n", name, instances[name], cells_of[name], flops_of[name], area_of[name]
    }
}
