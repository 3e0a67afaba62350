# shellcheck shell=bash disable=SC2154
# Waves: every signal a save file lists is in the dump, every filter it names exists and covers the
# states of the RTL; writing waves changes no statistic.
first() { # file.fst, signal: the time at which it rises first
    fst2vcd "$1" 2>/dev/null | awk -v signal="$2" '
        /^\$var/ && $5 == signal { id[$4] = 1 }
        /^#/ { time = substr($0, 2) }
        /^1/ && substr($0, 2) in id { print time; exit }'
}
arbs=$(for f in rtl/arb/arb_*.v; do basename "$f" .v; done | sed 's/^arb_//' | grep -vxE 'top|ctx|sm')
for w in $arbs; do
    case $w in sca) how="--warp sca --place bcs" ;; *) how="--warp $w" ;; esac
    # shellcheck disable=SC2086  # options
    (cd "$tmp/cwd" && "$ctadel" run lcs vadd --size tiny $how --waves "$tmp/$w.fst" \
        --stats "$tmp/waves.json" && "$ctadel" run lcs vadd --size tiny $how \
        --stats "$tmp/plain.json") >"$tmp/out" 2>&1
    cmp "$tmp/waves.json" "$tmp/plain.json" >>"$tmp/out" 2>&1
    verdict $? "--waves changes no statistic under $w"
    wave_signals "$tmp/$w.fst" >"$tmp/$w.vars"
done
# A parallel loop: the task unit is in the dump.
(cd "$tmp/cwd" && "$ctadel" run sas hot3 --size tiny --sos --waves "$tmp/sas.fst" --stats "$tmp/waves.json" &&
    "$ctadel" run sas hot3 --size tiny --sos --stats "$tmp/plain.json") >"$tmp/out" 2>&1
cmp "$tmp/waves.json" "$tmp/plain.json" >>"$tmp/out" 2>&1
verdict $? "--waves changes no statistic of a parallel loop"
wave_signals "$tmp/sas.fst" >"$tmp/sas.vars"
for g in waves/*.gtkw; do
    case $g in waves/arb_*) w=${g#waves/arb_} w=${w%.gtkw} ;; waves/sas_*) w=sas ;; *) w=gto ;; esac
    save_signals "$g" >"$tmp/listed"
    comm -23 "$tmp/listed" "$tmp/$w.vars" >"$tmp/out"
    [ -s "$tmp/listed" ] && [ ! -s "$tmp/out" ]
    verdict $? "$g lists only signals that exist"
    case $g in
    waves/disp_top.gtkw) event=issue_valid_o ;;
    waves/arb_*) event=gnt_valid_o ;;
    *) event= ;;
    esac
    if [ -n "$event" ]; then # 32 ns are 1400 pixels
        opens=$(sed -n 's/^\[timestart\] //p' "$g") at=$(first "$tmp/$w.fst" $event)
        echo "it opens at $opens ps, $event rises at $at ps" >"$tmp/out"
        [ "$opens" -lt "$at" ] && [ "$at" -lt $((opens + 32000)) ]
        verdict $? "$g opens on the first $event"
    fi
    for f in $(sed -n 's/^\^[0-9]* //p' "$g" | sort -u); do
        case $f in build/*) f=$BUILD/${f#build/} ;; esac
        [ -s "$f" ] && awk '!/^#/ && NF < 2 { bad = 1 } END { exit bad }' "$f"
        verdict $? "$g: filter $f has a name for every value"
    done
done
