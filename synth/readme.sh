#!/bin/bash
# The tables of the READMEs that stand in a CSV of synth/: costs and pareto (README.md), growth
# (synth/README.md), task (rtl/task/README.md).
#
#   synth/readme.sh TABLE                 prints it
#   synth/readme.sh TABLE --take F.csv    F.csv becomes synth/TABLE.csv and, if there is one, the F.svg
#                                         beside it synth/TABLE.svg; the table replaces the README's
#
# costs: synth.csv of `ctadel synth`; pareto: pareto.csv of `ctadel report --synth`; growth: growth.csv
# of synth/growth.sh; task: task.csv of synth/task.sh.
set -eu
cd "$(dirname "$0")/.."
name=${1-}
file=README.md
case $name in
costs | pareto) ;;
growth) file=synth/README.md ;;
task) file=rtl/task/README.md ;;
*) echo "readme.sh: found '$name'; allowed: costs, pareto, growth, task" >&2; exit 2 ;;
esac

costs() {
    awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["kind"] == "dispatcher" && $at["name"] == "none" { area = $at["area_um2"]; nand = $at["nand2_eq"]
        printf "%d SMs x %d slots | flip-flops | NAND2-eq | added area | MHz | dynamic mW\n", $at["sms"], $at["slots"]
        print "--- | ---: | ---: | ---: | ---: | ---:" }
    $at["kind"] == "dispatcher" {
        printf "`%s` | %d | %.0f | ", $at["name"], $at["flops"], $at["nand2_eq"]
        if ($at["name"] == "none") printf "- | "
        else printf "%+.0f (%+.1f %%) | ", $at["nand2_eq"] - nand, 100 * ($at["area_um2"] / area - 1)
        printf "%.0f | %.3g\n", $at["mhz"], $at["clock_mw"] + $at["data_mw"] }' "$1"
}
pareto() {
    awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    FNR == 2 { printf "%d SMs x %d slots, %d workloads | speed-up | least | most | added NAND2-eq | front\n",
                   $at["sms"], $at["slots"], $at["workloads"]
        print "--- | ---: | ---: | ---: | ---: | ---"
        printf "`%s` | 1 | - | - | - | %s\n", $at["point"], $at["front"] == "yes" ? "x" : ""; next }
    { printf "`%s` | %.3f | %.3f (%s) | %.3f (%s) | %+.0f (%+.1f %%) | %s\n", $at["point"], $at["speed_up"],
          $at["least"], $at["least_workload"], $at["most"], $at["most_workload"], $at["added_nand2_eq"],
          $at["added_percent"], $at["front"] == "yes" ? "x" : "" }' "$1"
}
growth() { # a row per size, what each policy adds to none in a column
    awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { size = $at["sms"] " x " $at["slots"]; name = $at["name"]
      if (!(size in seen)) { seen[size] = 1; sizes[++rows] = size }
      if (!(name in known)) { known[name] = 1; if (name != "none") names[++columns] = name }
      area[size, name] = $at["nand2_eq"]; if (name == "none") mhz[size] = $at["mhz"] }
    END { if (!rows) exit
        printf "SMs x slots | `none` | MHz"; for (c = 1; c <= columns; c++) printf " | `%s`", names[c]; print ""
        printf "--- | ---: | ---:"; for (c = 1; c <= columns; c++) printf " | ---:"; print ""
        for (r = 1; r <= rows; r++) {
            printf "%s | %.0f | %.0f", sizes[r], area[sizes[r], "none"], mhz[sizes[r]]
            for (c = 1; c <= columns; c++)
                if ((sizes[r], names[c]) in area) printf " | %+.0f", area[sizes[r], names[c]] - area[sizes[r], "none"]
                else printf " | -"
            print "" } }' "$1"
}
task() { # a row per module, of each goal NAND2-equivalents, ns and MHz
    awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { name = $at["name"]; goal = $at["goal"]
      if (!(name in flops)) names[++rows] = name
      if (!(goal in known)) { known[goal] = 1; goals[++columns] = goal }
      flops[name] = $at["flops"]; nand[goal, name] = $at["nand2_eq"]; ns[goal, name] = $at["path_ns"] }
    END { if (!rows) exit
        printf "module | flip-flops"; for (c = 1; c <= columns; c++) printf " | `--map %s` NAND2-eq | ns | MHz", goals[c]; print ""
        printf "--- | ---:"; for (c = 1; c <= columns; c++) printf " | ---: | ---: | ---:"; print ""
        for (r = 1; r <= rows; r++) {
            n = names[r]
            printf "`%s` | %d", n, flops[n]
            for (c = 1; c <= columns; c++) {
                t = ns[goals[c], n]
                printf " | %.0f | %s", nand[goals[c], n], (t > 0 ? sprintf("%.3f | %.0f", t, 1000 / t) : "- | -")
            }
            print "" } }' "$1"
}
table() { "$name" "$1" | sed 's/^/| /; s/$/ |/'; }

if [ "${2-}" = --take ]; then
    [ -n "$(table "$3")" ] || { echo "readme.sh: $3: no rows for the table of $name" >&2; exit 2; }
    cp "$3" "synth/$name.csv"
    if [ -f "${3%.csv}.svg" ]; then cp "${3%.csv}.svg" "synth/$name.svg"; fi
    table "synth/$name.csv" >synth/table.tmp
    sed -i -e "/^<!-- $name -->\$/r synth/table.tmp" -e "/^<!-- $name -->\$/,/^<!-- end of $name -->\$/{/^|/d}" $file
    rm synth/table.tmp
else
    table "synth/$name.csv"
fi
