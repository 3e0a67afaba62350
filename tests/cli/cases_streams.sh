# shellcheck shell=bash disable=SC2154
# Kernels of several streams run at once, those of one stream in order; whichever engine, the same bytes.
sdir=$tmp/streams
of() { # file.json kernel field
    awk -v k="\"$2\":" -v f="\"$3\":" \
        '$1 == k { on = 1 } on && $1 == f { print $2 + 0; exit }' "$1" 2>/dev/null
}
traced() { # list [options]: a run of it, statistics to $sdir/s.json; prints its cycles
    list=$1
    shift
    (cd "$tmp/cwd" && "$ctadel" run lcs --trace "$list" --stats "$sdir/s.json" "$@") >"$tmp/out" 2>&1
    awk '/^cycles/ { print $NF }' "$tmp/out"
}
mkdir -p "$sdir/two"
for w in mmul hst; do
    expect 0 'warp instructions' trace lcs $w --size tiny --out "$sdir/$w"
done
cp "$sdir/mmul/kernel-1.traceg" "$sdir/two/kernel-1.traceg"
sed 's/^-cuda stream id = .*/-cuda stream id = 140123/' "$sdir/hst/kernel-1.traceg" \
    >"$sdir/two/kernel-2.traceg"
printf 'MemcpyHtoD,0x10,64\nkernel-1.traceg\nMemcpyHtoD,0x10,64\nkernel-2.traceg\n' >"$sdir/two/kernelslist.g"
printf 'kernel-1.traceg\n' >"$sdir/two/first.g"
printf 'kernel-2.traceg\n' >"$sdir/two/second.g"
first=$(traced "$sdir/two/first.g" --engine c)
second=$(traced "$sdir/two/second.g" --engine c)
both=$(traced "$sdir/two/kernelslist.g" --engine c --timeline "$sdir/t.json")
cp "$sdir/s.json" "$sdir/c.json"
[ -n "$both" ] && [ "$both" -lt $((first + second)) ]
verdict $? "two streams: $both cycles, expected fewer than $first + $second"
grep -qE '^[a-z/]+: 2 streams' "$tmp/out"
verdict $? 'the kernels of several streams are listed'
[ "$(of "$sdir/c.json" kernel0 ctas)" -gt 0 ] && [ "$(of "$sdir/c.json" kernel1 ctas)" -gt 0 ] &&
    [ "$(of "$sdir/c.json" kernel0 ctas)" = "$(of "$sdir/c.json" kernel0 ctas_done)" ] &&
    [ "$(of "$sdir/c.json" kernel1 ctas)" = "$(of "$sdir/c.json" kernel1 ctas_done)" ] &&
    ! grep -q 'law_.*false' "$sdir/c.json"
verdict $? 'two streams: every CTA of either kernel completes'
[ "$(of "$sdir/c.json" kernel1 first_cycle)" -lt "$(of "$sdir/c.json" kernel0 last_cycle)" ]
verdict $? 'two streams: a CTA of the second kernel begins before the last of the first ends'
awk '/"cat": "cta"/ { match($0, /"stream": [0-9]+/); n[substr($0, RSTART + 10, RLENGTH - 10)]++ }
     /"cat": "kernel"/ { bars++ }
     END { exit !(n["0"] > 0 && n["1"] > 0 && bars == 2) }' "$sdir/t.json"
verdict $? 'two streams: the timeline has CTAs of both, and a bar per kernel'
for e in rtl lockstep; do
    traced "$sdir/two/kernelslist.g" --engine $e >/dev/null
    cmp "$sdir/s.json" "$sdir/c.json" >>"$tmp/out" 2>&1
    verdict $? "two streams: --engine $e gives the statistics of --engine c"
done

# Two kernels on an SM, and each fetch policy.
conflicts() { # file.json: fetches that waited for their bank, over all SMs
    awk '$1 == "\"fetch_bank_conflicts\":" { n += $2 } END { print n + 0 }' "$1"
}
one_fetch=$(traced "$sdir/two/kernelslist.g" --engine c --set sms=2)
for p in null.1 rr.2 both.2; do
    fetch="--set sms=2 --set sm.fetch_policy=$p"
    # shellcheck disable=SC2086  # words
    {
        traced "$sdir/two/kernelslist.g" --engine c $fetch --set sm.l1i_banks=1 >/dev/null
        one_bank=$(conflicts "$sdir/s.json")
        cycles=$(traced "$sdir/two/kernelslist.g" --engine c $fetch)
        cp "$sdir/s.json" "$sdir/c.json"
        traced "$sdir/two/kernelslist.g" --engine lockstep $fetch >/dev/null
    }
    cmp "$sdir/s.json" "$sdir/c.json" >>"$tmp/out" 2>&1
    verdict $? "two streams, $p: --engine lockstep gives the statistics of --engine c"
    met=$(conflicts "$sdir/c.json")
    case $p in
    null.1) [ "$cycles" = "$one_fetch" ] && [ "$met" = 0 ] && [ "$one_bank" = 0 ] ;;
    *) [ "$cycles" != "$one_fetch" ] && [ "$met" -gt 0 ] && [ "$one_bank" -gt "$met" ] ;;
    esac
    verdict $? "two streams, $p: $cycles cycles (default: $one_fetch), conflicts with 2 banks $met, 1 bank $one_bank"
done
refuse "--set: sm.fetch_policy is 'rr'; did you mean rr.2\\? allowed: null.1, rr.2, both.2" \
    run lcs vadd --set sm.fetch_policy=rr
refuse 'sm.l1i_banks is 6; allowed: a power of two' run lcs vadd --set sm.l1i_banks=6

# One stream: nothing overlaps.
sed -i 's/^-cuda stream id = .*/-cuda stream id = 0/' "$sdir/two/kernel-2.traceg"
traced "$sdir/two/kernelslist.g" --engine lockstep >/dev/null
[ "$(of "$sdir/s.json" kernel1 launch_cycle)" = "$(of "$sdir/s.json" kernel0 end_cycle)" ] &&
    [ "$(of "$sdir/s.json" gpu kernels_max)" = 1 ]
verdict $? 'one stream: the second kernel is launched when the first has ended'

# More streams than the table has entries, dirty L1s at every end.
for i in 1 2 3 4 5 6; do
    sed "s/^-cuda stream id = .*/-cuda stream id = $i/" "$sdir/hst/kernel-1.traceg" \
        >"$sdir/two/kernel-$i.traceg"
    echo "kernel-$i.traceg"
done >"$sdir/two/kernelslist.g"
traced "$sdir/two/kernelslist.g" --engine lockstep --set sm.l1d.write=write_back >/dev/null
[ "$(of "$sdir/s.json" gpu kernels_max)" = 4 ] && [ "$(of "$sdir/s.json" gpu kernels)" = 6 ] &&
    [ "$(of "$sdir/s.json" kernel4 launch_cycle)" -gt 0 ] && ! grep -q 'law_.*false' "$sdir/s.json"
verdict $? 'six streams: four kernels at once, all six end, in lockstep'
refuse "kernels 'hst.*' \(stream 0, .* of .* CTAs done\), 'hst.*stream 3.*limit of 3000 cycles" \
    run lcs --trace "$sdir/two/kernelslist.g" --set max_cycles=3000

# A workload's launches have streams too.
cp "$here/tests/cli/touch.ptx" "$sdir/k.ptx"
cat >"$sdir/s.yaml" <<'Y'
name: s
title: two stores at once
ptx: k.ptx
sizes:
  tiny: {n: 64}
buffers:
  a: {type: u32, count: n}
  b: {type: u32, count: n}
launches:
  - {entry: touch, grid: [1], block: [64], registers: 8, args: [a, n], stream: 0}
  - {entry: touch, grid: [1], block: [64], registers: 8, args: [b, n], stream: 1}
Y
expect 0 '2 streams' run lcs "$sdir/s.yaml" --engine lockstep
