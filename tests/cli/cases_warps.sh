# shellcheck shell=bash disable=SC2154
# Warp issue of two kernels on an SM: whose warps each scheduler has under sim, whose turn it is under alt, and
# what sim does where there is one scheduler.
wdir=$tmp/warps
mkdir -p "$wdir"
for w in sim alt; do
    for m in "smk 4" "lcs 2"; do
        (cd "$tmp/cwd" && "$ctadel" run "${m% *}" vadd+hot --size tiny --place mixed --warp $w --engine lockstep \
            --set sms=1 --waves "$wdir/w.fst") >"$tmp/out" 2>&1 &&
            fst2vcd "$wdir/w.fst" 2>/dev/null | awk -v policy=$w -v scheds="${m#* }" -f tests/cli/halves.awk >"$tmp/out"
        verdict $? "--warp $w on ${m% *}: the pins of its schedulers say what it is"
    done
done

note='--warp sim needs two schedulers in an SM, dyncta has one: it acts as --warp alt'
for w in sim alt; do
    (cd "$tmp/cwd" && "$ctadel" run dyncta vadd+hot --size tiny --place mixed --warp $w --engine c \
        --stats "$wdir/$w.json") >"$tmp/out" 2>"$wdir/$w.err"
    verdict $? "--warp $w on dyncta"
done
cmp "$wdir/sim.json" "$wdir/alt.json" >"$tmp/out" 2>&1
verdict $? 'with one scheduler sim is alt'
[ "$(grep -cF -- "$note" "$wdir/sim.err")" = 1 ] && ! grep -q note "$wdir/alt.err"
verdict $? 'with one scheduler sim says so, in one line'
expect 0 'output +pass' run smk vadd+hot --size tiny --place mixed --warp sim,alt --engine c
! grep -q note "$tmp/out"
verdict $? 'with four schedulers there is nothing to say'
