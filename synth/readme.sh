#!/bin/bash
# Tables of the pages, generated from the CSVs of synth/: costs, libraries, pareto and smk (docs/area.md), growth
# (docs/synthesis.md), task (docs/rtl/task.md), issue (docs/rtl/issue.md); and policies (README.md), from the CSVs of costs, pareto and smk, the
# first lines of the modules, and the proofs and mutants of tests/formal.
#
#   synth/readme.sh TABLE                 prints it
#   synth/readme.sh TABLE --take F.csv    F.csv becomes synth/TABLE.csv and, if there is one, the F.svg
#                                         beside it synth/TABLE.svg; the table replaces the page's
#   synth/readme.sh policies --take       the same for policies, which has no CSV of its own; --take of costs, pareto
#                                         and smk includes it
#
# costs: synth.csv of `ctadel synth`; libraries: libraries.csv of synth/libraries.sh, beside synth/costs.csv; pareto, smk: pareto.csv of `ctadel report --synth` of the experiment of that name;
# growth: growth.csv of synth/growth.sh; task: task.csv of synth/task.sh; issue: issue.csv of synth/issue.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1-}
case $name in
policies) file=README.md ;;
costs | libraries | pareto | smk) file=docs/area.md ;;
growth) file=docs/synthesis.md ;;
task) file=docs/rtl/task.md ;;
issue) file=docs/rtl/issue.md ;;
*) echo "readme.sh: found '$name'; allowed: policies, costs, libraries, pareto, smk, growth, task, issue" >&2; exit 2 ;;
esac

# What a row of synth.csv says of its making; older files say nothing.
words='
function made() { return "library" in at ? ", " $at["library"] ", Yosys " $at["yosys"] : "" }
function fo4() { return "path_fo4" in at && $at["path_fo4"] != "" ? sprintf("%.1f", $at["path_fo4"]) : "-" }
function noise(added,    n) { # within that of both designs
    n = "noise_nand2_eq" in at ? 2 * $at["noise_nand2_eq"] : -1
    return added <= n && -added <= n ? " within noise" : ""
}'
costs() {
    awk -F, "$words"'
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["kind"] == "dispatcher" && $at["name"] == "none" { area = $at["area_um2"]; nand = $at["nand2_eq"]
        printf "%d SMs x %d slots%s | flip-flops | NAND2-eq | added area | FO4 | MHz | dynamic mW\n", $at["sms"], $at["slots"], made()
        print "--- | ---: | ---: | ---: | ---: | ---: | ---:" }
    $at["kind"] == "dispatcher" {
        printf "`%s` | %d | %.0f | ", $at["name"], $at["flops"], $at["nand2_eq"]
        if ($at["name"] == "none") printf "- | "
        else printf "%+.0f (%+.1f %%)%s | ", $at["nand2_eq"] - nand, 100 * ($at["area_um2"] / area - 1), noise($at["nand2_eq"] - nand)
        printf "%s | %.0f | %.3g\n", fo4(), $at["mhz"], $at["clock_mw"] + $at["data_mw"] }' "$1"
}
libraries() { # a row per design, added area and longest path of each library in a column
    awk -F, "$words"'
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { lib = $at["library"]; name = $at["name"]
      if (!(lib in known)) { known[lib] = 1; libs[++columns] = lib }
      if (!(name in row)) { row[name] = 1; names[++rows] = name }
      base[name] = $at["kind"] == "dispatcher" ? "none" : "gto"; area[lib, name] = $at["area_um2"]
      nand[lib, name] = $at["nand2_eq"]; path[lib, name] = fo4(); chance[lib, name] = 2 * $at["noise_nand2_eq"] }
    function cell(lib, name,    b, added) {
        if (!((lib, name) in area)) return "- | -"
        b = base[name]; added = nand[lib, name] - nand[lib, b]
        return (name == b ? sprintf("%.0f NAND2-eq", nand[lib, b]) : sprintf("%+.1f %%%s",
            100 * (area[lib, name] / area[lib, b] - 1), added * added <= chance[lib, name] ^ 2 ? " within noise" : "")) " | " path[lib, name] }
    END { if (!rows) exit
        printf "design"; for (c = 1; c <= columns; c++) printf " | %s | FO4", libs[c]; print ""
        printf "---"; for (c = 1; c <= columns; c++) printf " | ---: | ---:"; print ""
        for (r = 1; r <= rows; r++) {
            printf "`%s`", names[r]; for (c = 1; c <= columns; c++) printf " | %s", cell(libs[c], names[r]); print "" } }' synth/costs.csv "$1"
}
pareto() {
    awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    FNR == 2 { printf "%d SMs x %d slots, %d workloads | speed-up | lowest | highest | added NAND2-eq | front\n",
                   $at["sms"], $at["slots"], $at["workloads"]
        print "--- | ---: | ---: | ---: | ---: | ---"
        printf "`%s` | 1 | - | - | - | %s\n", $at["point"], $at["front"] == "yes" ? "x" : ""; next }
    { printf "`%s` | %.3f | %.3f (%s) | %.3f (%s) | %+.0f (%+.1f %%) | %s\n", $at["point"], $at["speed_up"],
          $at["least"], $at["least_workload"], $at["most"], $at["most_workload"], $at["added_nand2_eq"],
          $at["added_percent"], $at["front"] == "yes" ? "x" : "" }' "$1"
}
smk() { pareto "$1"; }
policies() { # a row per policy: of which stage, what it is, speed-up, area, clock, proved?
    echo 'policy | mechanism | speed-up (lowest to highest) | added area | FO4 | MHz | proved'
    echo '--- | --- | ---: | ---: | ---: | ---: | ---'
    awk -F, "$words"'
    FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i; file++; next }
    file <= 2 { # pareto and smk: a policy alone, or the first point that has it, which names what it runs with
        d = $at["dispatcher"]; a = $at["arbiter"]
        key = d != "none" && a == "gto" ? d : a; with = key == a && d != "none" ? d : ""
        if (sub(/^mixed[+]/, "", key)) with = "mixed"
        if (key in gain) next
        gain[key] = sprintf("%.3f (%.3f to %.3f)%s%s", $at["speed_up"], $at["least"], $at["most"],
            file == 2 ? ", mixes" : "", with == "" ? "" : " with `" with "`"); next }
    $at["kind"] == "dispatcher" || $at["kind"] == "arbiter" {
        plain = $at["kind"] == "dispatcher" ? "none" : "gto"
        if ($at["name"] == plain) base[$at["kind"]] = $at["area_um2"]
        area[$at["name"]] = $at["area_um2"]; kind[$at["name"]] = $at["kind"]; mhz[$at["name"]] = $at["mhz"]
        path[$at["name"]] = fo4(); if ($at["name"] == plain) plain_nand[$at["kind"]] = $at["nand2_eq"]
        chance[$at["name"]] = noise($at["nand2_eq"] - plain_nand[$at["kind"]]) }
    END { gain["gto"] = gain["none"] = "1"
        while ((getline line < "/dev/stdin") > 0) {
            split(line, f, "|"); name = f[2]; at_size = name == "rr" || name == "tmax" ? "none" : name
            printf "`--%s` | %s | %s | ", f[1] == "" ? name : f[1] " " name, f[3], name in gain ? gain[name] : at_size == "none" ? 1 : "-"
            if (at_size == "none" || name == "gto") printf "- | "
            else printf "%+.1f %%%s | ", 100 * (area[name] / base[kind[name]] - 1), chance[name]
            printf "%s | %.0f | %s\n", path[at_size], mhz[at_size], f[4] } }' synth/pareto.csv synth/smk.csv "$1" < <(modules)
}
proved() { # module: its assertions are proved, and it has mutants
    grep -q "^$1;" tests/formal/proofs_*.txt && [ -f "tests/formal/mutants/$1.sed" ] && echo yes || echo no
}
modules() { # stage|policy|what its first line says|proved?, then the features of the dispatcher, without a stage
    local stage f module
    for stage in place limit gate arb; do
        for f in rtl/$stage/"$stage"_*.v; do
            module=$(basename "$f" .v)
            case $module in arb_top | arb_ctx | arb_sm) continue ;; esac
            printf '%s|%s|%s|%s\n' "${stage/arb/warp}" "${module#*_}" "$(sed -n '1s/^[^-]*- //; 1s/\.$//; 1p' "$f")" \
                "$(proved "$module")"
        done
    done
    echo "|priority|CTAs of the kernel of the highest priority go first|$(proved disp_kernels)"
    echo "|partition|each kernel has a set of SMs; it may use idle SMs of others|$(proved disp_parts)"
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
issue() { # a row per number of warps and unit; power of an SM: of four schedulers, data of the unit and of the arbiter alone
    awk -F, "$words"'
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    FNR == NR { data[$at["warps"], $at["name"]] = $at["data_mw"]; next }
    $at["kind"] == "issue" {
        if (!rows++) {
            printf "warps per SM, unit and arbiter%s | flip-flops | NAND2-eq | times the control bits | FO4 | MHz | clock mW | data mW | leak mW\n", made()
            print "--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---:" }
        w = $at["warps"]
        split($at["name"], part, "+")
        if (part[1] == "bits") bits[w] = $at["nand2_eq"]
        printf "%d, `%s` | %d | %.0f | %s | %s | %.0f | %s | %s | %s\n", 4 * w, $at["name"], 4 * $at["flops"], 4 * $at["nand2_eq"],
            w in bits ? sprintf("%.3g", $at["nand2_eq"] / bits[w]) : "-", fo4(), $at["mhz"], mw(4 * $at["clock_mw"]),
            mw(4 * (data[w, part[1]] + data[w, part[2]])), mw(4 * $at["leak_mw"]) }
    function mw(v) { return sprintf(v < 1000 ? "%.3g" : "%.0f", v) }' "$1" "$1"
}
table() { "$name" "$1" | sed 's/^/| /; s/$/ |/'; }

replace() { # table, page: from synth/TABLE.csv
    local csv=synth/$1.csv
    [ "$1" != policies ] || csv=synth/costs.csv
    name=$1 table "$csv" >synth/table.tmp
    sed -i -e "/^<!-- $1 -->\$/r synth/table.tmp" -e "/^<!-- $1 -->\$/,/^<!-- end of $1 -->\$/{/^|/d}" "$2"
    rm synth/table.tmp
}

if [ "$name" = policies ]; then
    if [ "${2-}" = --take ]; then replace policies README.md; else table synth/costs.csv; fi
elif [ "${2-}" = --take ]; then
    [ -n "$(table "$3")" ] || { echo "readme.sh: $3: no rows for the table of $name" >&2; exit 2; }
    cp "$3" "synth/$name.csv"
    if [ -f "${3%.csv}.svg" ]; then cp "${3%.csv}.svg" "synth/$name.svg"; fi
    replace "$name" $file
    case $name in costs | pareto | smk) replace policies README.md ;; esac
else
    table "synth/$name.csv"
fi
