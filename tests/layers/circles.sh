#!/bin/bash
# Is there an order among the files of each folder of C, without a circle? (make lint)
#
#   tests/layers/circles.sh              every folder of sim_c and tb; needs the objects of `make build`
#   tests/layers/circles.sh --dot DIR    the units of sim_c/mem, say, and who calls whom, for Graphviz
#
# A unit is a .c and its .h, as sim_c/mem/tags.c and tags.h. Unit a depends on unit b if the object of a refers
# to a symbol that the object of b defines: what the linker sees, whichever header declares it.
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}

calls() { # objects: "FROM TO SYMBOL", a line for each pair of units
    nm -A -g -P "$@" | awk '{
            unit = $1; sub(/.*\//, "", unit); sub(/\.o:$/, "", unit)
            if ($3 == "U" || $3 == "w") use[unit, $2] = 1
            else home[$2] = unit
        }
        END {
            for (pair in use) {
                split(pair, p, SUBSEP)
                if (p[2] in home) symbol[p[1] " " home[p[2]]] = p[2]
            }
            for (pair in symbol) print pair, symbol[pair]
        }' | sort
}
# Of lines "FROM TO SYMBOL" the units that reach each other: a line for each circle, with its steps.
circles() {
    awk '{ unit[$1] = unit[$2] = 1; way[$1, $2] = 1; step[NR] = $1 "->" $2 " (" $3 ")"; from[NR] = $1; to[NR] = $2 }
        END {
            for (k in unit) for (i in unit) if ((i, k) in way) for (j in unit) if ((k, j) in way) way[i, j] = 1
            for (s = 1; s <= NR; s++) {
                first = from[s]
                if (first in told || !((to[s], first) in way)) continue
                line = ""
                for (t = s; t <= NR; t++)
                    if (((from[t], first) in way) && ((first, from[t]) in way) && ((to[t], first) in way)) {
                        told[from[t]] = 1
                        line = line (line ? ", " : "") step[t]
                    }
                print line
            } }'
}
objects_of() { # folder: its objects in `objects`, in `lacking` a source without a new one
    local c o
    objects=() lacking=''
    for c in "$1"/*.c; do
        [ -e "$c" ] || continue
        o=$BUILD/obj/${c%.c}.o
        objects+=("$o")
        [ "$o" -nt "$c" ] || lacking=$c
    done
}

if [ "${1-}" = --dot ]; then
    dir=${2-}
    objects_of "${dir%/}"
    if [ ${#objects[@]} = 0 ] || [ "$lacking" ]; then
        echo "usage: $0 --dot DIR, a folder of C as sim_c/mem, after make build" >&2
        exit 2
    fi
    echo "digraph ${dir##*/} { rankdir=TB; node [shape=box, style=filled, fillcolor=white]; bgcolor=white;"
    for o in "${objects[@]}"; do echo "    \"$(basename "$o" .o)\";"; done
    calls "${objects[@]}" | awk '{ print "    \"" $1 "\" -> \"" $2 "\"; // " $3 }'
    echo '}'
    exit
fi
passed=0 failed=0
for dir in sim_c/*/ tb/*/; do
    dir=${dir%/}
    objects_of "$dir"
    [ ${#objects[@]} -gt 0 ] || continue
    if [ "$lacking" ]; then
        found="$lacking has no object as new as it in $BUILD/obj; make build"
    else
        found=$(calls "${objects[@]}" | circles | sed 's/^/a circle: /')
    fi
    if [ -z "$found" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        sed "s|^|FAILED $dir: |" <<<"$found"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
