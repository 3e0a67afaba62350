#!/bin/bash
# Growth of the dispatcher's cost with SMs and CTA slots: area and timing without policies and with each one
# at several sizes, into $BUILD/growth/growth.csv and, plotted over the SMs, growth.svg.
#
#   synth/growth.sh [SMSxSLOTS[:DESIGN,...]...]   default: the sizes below; DESIGN: only these designs at this size
#
# GROWTH_ARGS are more options of `ctadel synth` (-j 1). Unchanged results in $BUILD/growth are kept.
set -eu
cd "$(dirname "$0")/.."
out=${BUILD:-build}/growth
all=none,bcs,lcs,static,dyncta,claso,dyncore,dyncta+dyncore
[ $# -gt 0 ] || set -- 14x4 14x8 14x16 15x8 28x8 30x8 64x8 144x8
for word; do
    case $word in
    [1-9]*x[1-9]*) ;;
    *) echo "growth.sh: found '$word'; allowed: SMSxSLOTS[:DESIGN,...], such as 14x8 or 144x8:none,claso" >&2; exit 2 ;;
    esac
done
mkdir -p "$out"
rm -f "$out/all.tmp"
for word; do
    size=${word%%:*}
    case $word in *:*) designs=${word#*:} ;; *) designs=$all ;; esac
    # shellcheck disable=SC2086  # words
    "${BUILD:-build}/ctadel" synth ${designs//,/ } --sms "${size%x*}" --slots "${size#*x}" --no-power --out "$out" \
        ${GROWTH_ARGS-} >"$out/$size.log" || exit
    sed -n '/^Dispatcher/,/^$/{s/ *[^ ]* -> .*//;p}' "$out/$size.log"
    [ -f "$out/all.tmp" ] || sed -n 1p "$out/synth.csv" >"$out/all.tmp"
    sed 1d "$out/synth.csv" >>"$out/all.tmp"
done
mv "$out/all.tmp" "$out/growth.csv"

# Lines over SMs at the number of slots that most sizes have; both axes are logarithmic, or the many small sizes would
# stand in a corner. Colours as in tb/ui/gnuplot.c, on white for pages in dark mode.
slots=$(for word; do size=${word%%:*}; echo "${size#*x}"; done | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }')
awk -F, -v slots="$slots" '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["slots"] != slots { next }
    !($at["name"] in known) { known[$at["name"]] = 1; names[++n] = $at["name"] }
    { rows[$at["name"]] = rows[$at["name"]] $at["sms"] " " $at["nand2_eq"] / 1000 "\n" }
    END { for (i = 1; i <= n; i++) printf "$d%d << EOD\n%sEOD\n", i, rows[names[i]]
        print "set terminal svg size 760,460 noenhanced background rgb \"white\"\nset output \"growth.svg\""
        split("#0072b2 #d55e00 #009e73 #cc79a7 #56b4e9 #a06a00 #000000 #7f7f7f", colour, " ")
        for (i = 1; i in colour; i++) printf "set linetype %d lc rgb \"%s\"\n", i, colour[i]
        printf "set title \"%d slots per SM\"\nset xlabel \"SMs (logarithmic axis)\"\nset ylabel \"thousand NAND2-equivalents (logarithmic axis)\"\n", slots
        print "set key outside right center reverse Left\nset border 3\nset tics nomirror\nset grid\nset logscale xy"
        steps = "(5, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)"
        print "set xtics " steps "\nset ytics " steps "\nset autoscale noextend\nset offsets graph 0.04, graph 0.04, graph 0.04, graph 0.04"
        printf "plot"
        for (i = 1; i <= n; i++)
            printf "%s $d%d using 1:2 with linespoints pt 7 ps 0.5 title \"%s\"", (i > 1 ? "," : ""), i, names[i]
        print "" }' "$out/growth.csv" >"$out/growth.gp"
(cd "$out" && gnuplot growth.gp)
echo "table: $out/growth.csv, chart: $out/growth.svg"
