#!/bin/bash
# The pictures of README.md and docs, drawn by Graphviz from the tree.
#
#   scripts/pictures.sh          do docs/pictures/*.svg show the tree as it is (names, boxes, arrows)? exit 1 if not
#   scripts/pictures.sh --take   redraws them
#
# machine: the path of a CTA and of a memory request, with the policies of each stage of rtl/.
# tree: folders and their includes, from `tests/layers/run.sh --dot`, without arrows that others imply.
# Positions of boxes depend on the host's fonts, so the comparison ignores coordinates.
set -eu
cd "$(dirname "$0")/.."
look='fontname="sans-serif", fontsize=12'
ground='bgcolor="#f6f8fa"'

words() { # folder of rtl, those of its modules that are no policies…: the policies, four to a line
    local stage=$1 f
    shift
    for f in "rtl/$stage/$stage"_*.v; do basename "${f#*_}" .v; done | grep -vxE "$(IFS='|'; echo "${*:-}")" |
        awk '{ printf "%s%s%s", n ? "," : "", n && n % 4 == 0 ? "\\n" : n ? " " : "", $0; n++ }'
}

machine() {
    cat <<END
digraph machine { rankdir=TB; $ground; pad=0.2; nodesep=0.3; ranksep=0.3;
    node [shape=box, style="filled,rounded", fillcolor=white, color="#57606a", $look, margin="0.12,0.07"];
    edge [color="#57606a", $look, fontsize=10]; graph [$look, color="#57606a", style="filled,rounded"];
    host [label="host\n(harness)"];
    subgraph cluster_rtl { label="dispatcher, rtl/ (Verilog)"; fillcolor="#eef8ff"; labeljust=l;
        node [fillcolor="#9cd5fb"];
        regs [label="registers\nkernel table"]; place [label="place\n$(words place)"];
        {rank=same; fit [label="fit\nslots, warps, threads,\nregisters, shared memory"];
            limit [label="limit\n$(words limit)"]; gate [label="gate\n$(words gate)"];}
        {rank=same; issue [label="issue"]; done [label="completion\nresources are free again"];}
    }
    task [label="task unit, rtl/task (Verilog)\nindices of parallel loops", fillcolor="#9cd5fb"];
    subgraph cluster_sm { label="SM, one of up to 32 (C11)"; fillcolor="#fff8c5"; labelloc=b; labeljust=l;
        {rank=same; front [label="PTX or trace, 32 lanes\nI-cache, scoreboard"];
            arb [label="rtl/arb (Verilog)\n$(words arb top ctx sm)", fillcolor="#9cd5fb"];
            pipes [label="SP, DP, SFU, LD/ST\nshared memory"];}
        l1 [label="coalescer, L1D, MSHRs"];
    }
    subgraph cluster_mem { label="memory system (C11)"; fillcolor="#dafbe1"; labeljust=r;
        {rank=same; icnt [label="crossbar"]; l2 [label="L2 slices"]; dram [label="DRAM, FR-FCFS"];}
    }
    host -> regs [label=" AXI4-Lite"]; regs -> place; place -> {fit limit gate}; {fit limit gate} -> issue;
    issue -> front [label=" dispatched CTA"]; front -> arb [label="ready warps"]; arb -> pipes [label="grant"];
    pipes -> l1 -> icnt -> l2 -> dram [dir=both]; done -> pipes [label=" finished CTAs,\n monitors", dir=back, style=dashed];
    {limit gate fit} -> done [dir=back, style=dashed];
    task -> pipes [label=" pieces of work", dir=both];
}
END
}
instances() { # folders of rtl: who instantiates a module of whom
    echo 'digraph x {'
    grep -oE '^ +(lib|disp|place|limit|gate|arb|issue|sas)_[a-z0-9_]+ +(#|u_)' rtl/*/*.v |
        awk -F'[/:_ ]+' '{ to = $0; sub(/.*: */, "", to); sub(/_.*/, "", to); if (to == "sas") to = "task"; if (to != $2) print "rtl_" $2 " -> rtl_" to ";" }' | sort -u
    echo '}'
}
tree() {
    tests/layers/run.sh --dot | tred | grep -e '->' | cat <(
        echo "digraph tree { rankdir=TB; $ground; pad=0.2; nodesep=0.2; ranksep=0.3;"
        echo "    node [shape=box, style=\"filled,rounded\", fillcolor=white, color=\"#57606a\", $look];"
        echo "    edge [color=\"#57606a\"]; graph [$look, style=\"filled,rounded\", color=\"#57606a\"];"
        for part in tb sim_c; do
            echo "    subgraph cluster_$part { labeljust=$([ $part = tb ] && echo l || echo r); label=\"$part/\"; fillcolor=\"$([ $part = tb ] && echo '#fff8c5' || echo '#dafbe1')\";"
            for d in "$part"/*/; do d=${d%/}; echo "        \"${d##*/}\";"; done
            echo '    }'
        done
        echo '    subgraph cluster_rtl { labeljust=l; label="rtl/ (Verilog)"; fillcolor="#ddf4ff";'
        for d in rtl/*/; do d=${d#rtl/} d=${d%/}; [ "$d" = gen ] || echo "        \"rtl_$d\" [label=\"$d\"];"; done
        instances | tred | grep -e '->'
        echo '    }'
        echo '    engine -> {rtl_disp rtl_arb rtl_task} [style=dashed];'
    ) - <(echo '}')
}
text() { grep -oE '<title>[^<]*|<text [^>]*>[^<]*' "$1" | sed 's/<[^>]*>//'; } # what an SVG says, without places

wrong=0
draw=$(mktemp -d)
trap 'rm -rf "$draw"' EXIT
for picture in machine tree; do
    file=docs/pictures/$picture.svg
    $picture | dot -Tsvg >"$draw/new"
    if [ "${1-}" = --take ]; then cp "$draw/new" "$file"
    elif ! diff <(text "$file") <(text "$draw/new"); then
        echo "$file does not show the tree; remedy: scripts/pictures.sh --take" >&2
        wrong=1
    fi
done
exit $wrong
