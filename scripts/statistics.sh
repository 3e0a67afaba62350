#!/bin/bash
# Generates the reference of statistics, docs/statistics.md, from the output of --stats-csv.
#
#   scripts/statistics.sh          prints it
#   scripts/statistics.sh --take   writes it to docs/statistics.md
#
# A few small runs together have every statistic: a kernel, a mix under SMK, a parallel loop, victim tags, gates, and
# every unit, a network between SMs, a stop in the middle. The number of an instance becomes <i>; if several runs have a name, the first one's row is taken.
set -eu
cd "$(dirname "$0")/.."
ctadel=${BUILD:-build}/ctadel
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT

run() { # file, arguments of ctadel run
    local to=$1
    shift
    "$ctadel" run "$@" --size tiny --engine c --stats-csv "$runs/$to.csv" >/dev/null 2>"$runs/notes" || { cat "$runs/notes" >&2; exit 1; }
}
run 1 lcs28 vadd
run 2 smk15 bp+hot --place mixed --limit smk --warp sim
run 3 sas4 hot3 --sos
run 4 gtx480 bfs --limit lcs --warp ccws --set sm.victim_tags=8 --set sms=4
run 5 dyncta30 mmul --limit dyncta --gate dyncore,claso --place bcs
run 7 qv100 vadd --set sms=4 --set sm.pipes.uniform=4
run 8 a6000 vadd --set sms=4 --set sm.issue_by=scoreboard
run 9 lcs28 vadd --set sms=4 --set sm_network.bits=88
# A run that stops in the middle says why; its exit code is 2.
"$ctadel" run lcs28 mmul --size tiny --engine c --set max_cycles=1500 --stats-csv "$runs/6.csv" >/dev/null 2>&1 || [ $? = 2 ]

page() {
    cat <<'END'
# Statistics

`ctadel run … --stats F.json` writes every counter of a run; `--stats-csv F.csv` adds unit and description.
`scripts/statistics.sh --take` makes this page from the program's output, and a test compares it. `<i>` is an index from 0: of an
SM, an L2 slice, a DRAM channel, a kernel in launch order, or a workload of a mix; `{a,b}` are parts with the same statistic. A
*law* is a conservation law and must be true; if one is broken, the run ends with exit code 1. A ratio with base 0 is `null` in
JSON and `-` in CSV. [sim_c/stats](../sim_c/stats/README.md) describes the files.
END
    cat "$runs"/?.csv | awk '
        $0 ~ /^name,/ { next }
        {
            line = $0; name = line; sub(/,.*/, "", name)
            sub(/^[^,]*,/, "", line); sub(/^("[^"]*"|[^,]*),/, "", line) # the value
            unit = line; sub(/,.*/, "", unit)
            text = line; sub(/^[^,]*,/, "", text); gsub(/^"|"$/, "", text); gsub(/""/, "\"", text)
            sub(/^sm[0-9]+/, "sm<i>", name); sub(/^kernel[0-9]+/, "kernel<i>", name); sub(/\.w[0-9]+/, ".w<i>", name)
            gsub(/_[0-9]+/, "_<i>", name)
            if (name in seen) next
            seen[name] = 1
            group = name; sub(/\..*/, "", group)
            if (!(group in size)) order[++groups] = group
            # one row for parts that have the same statistic, as sm<i>.{l1d,l1i}.hits
            part = ""; last = name
            if (split(name, dots, ".") == 3) { part = dots[2]; last = dots[3] }
            key = group SUBSEP (part != "") SUBSEP last SUBSEP unit SUBSEP text
            if (key in parts) { parts[key] = parts[key] "," part; next }
            parts[key] = part; row[group, ++size[group]] = key
        }
        END { for (g = 1; g <= groups; g++) {
            printf "\n## %s\n\n| path | unit | what it counts |\n| --- | --- | --- |\n", order[g]
            for (r = 1; r <= size[order[g]]; r++) {
                key = row[order[g], r]; split(key, f, SUBSEP); part = parts[key]
                if (part ~ /,/) part = "{" part "}"
                printf "| `%s` | %s | %s |\n", part == "" ? f[3] : f[1] "." part "." f[3], f[4], f[5]
            }
        } }'
}
if [ "${1-}" = --take ]; then page >docs/statistics.md; else page; fi
