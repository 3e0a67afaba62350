#!/bin/bash
# Does every #include of C point down, and has every folder a README? (make lint)
#
#   tests/layers/run.sh          each folder against layers.txt
#   tests/layers/run.sh --dot    the folders and who includes whom, for Graphviz
#
# A line of layers.txt names a folder and the folders that it may include; these must stand on lower lines, so that
# there is no circle. Each of them must be in use, and every folder of C must have a line. Every folder of the root, and of
# the folders named below, must have a README.md; none but the root's has more than 40 lines.
set -u
cd "$(dirname "$0")/../.." || exit 2

includes() { # folder, included folder, file:line of each include between folders
    grep -noE '^#include "[a-z_]+/' sim_c/*/*.[ch] tb/*/*.[ch]* | awk -F'[:"/]' '{
        from = $1 "/" $2; line = $4; to = $6
        if (to != $2) print from, to, $1 "/" $2 "/" $3 ":" line }'
}
if [ "${1-}" = --dot ]; then
    echo 'digraph ctadel { rankdir=TB; node [shape=box, style=filled, fillcolor=white]; bgcolor=white;'
    includes | awk '{ print "    \"" substr($1, index($1, "/") + 1) "\" -> \"" $2 "\";" }' | sort -u
    echo '}'
    exit
fi
{
    sed 's/#.*//; /^ *$/d' tests/layers/layers.txt | sed 's/^/rule /'
    for d in */ {configs,examples,rtl,sim_c,tb,tests}/*/; do
        case $d in *'*'* | build/ | sweep-*/ | ctadel-synth/) continue ;; esac # no folder; outputs
        echo "folder ${d%/} $([ -f "${d}README.md" ] && echo yes || echo none)"
    done
    find . \( -name .git -o -name build \) -prune -o -mindepth 2 -name README.md -exec wc -l {} + |
        awk '$2 != "total" { print "page", $2, $1 }'
    includes | sed 's/^/use /'
} | awk '
    function name(f) { return substr(f, index(f, "/") + 1) }
    function bad(text) { print "FAILED " text; failed++ }
    $1 == "rule" { at[name($2)] = NR
        for (i = 3; i <= NF; i++) may[name($2), $i] = 1 }
    $1 == "folder" { if ($2 !~ /^(sim_c|tb)\// || name($2) in at) passed++; else bad($2 ": no line in tests/layers/layers.txt")
        if ($3 == "none") bad($2 ": no README.md") }
    $1 == "page" { if ($3 > 40) bad(substr($2, 3) ": " $3 " lines; allowed: 40"); else passed++ }
    $1 == "use" { used[name($2), $3] = 1
        if (!((name($2), $3) in may)) bad($4 ": " $2 " may not include " $3 "/") }
    END {
        for (pair in may) {
            split(pair, p, SUBSEP)
            if (!(p[2] in at)) bad("layers.txt: " p[1] " names " p[2] ", which has no line")
            else if (at[p[2]] <= at[p[1]]) bad("layers.txt: " p[2] " stands above " p[1] ", which names it")
            else if (!(pair in used)) bad("layers.txt: " p[1] " includes nothing of " p[2] "/")
            else passed++
        }
        print passed + 0 " passed, " failed + 0 " failed"
        exit failed > 0 }'
