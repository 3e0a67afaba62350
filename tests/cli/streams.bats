#!/usr/bin/env bats
# Kernels of several streams run at once, those of one stream in order; whichever engine, the same statistics.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# Traces of mmul and hst, and a list of both on two streams.
setup_file() {
    local w dir=$BATS_FILE_TMPDIR
    for w in mmul hst; do ctadel trace lcs28 $w --size tiny --out "$dir/$w"; done
    mkdir "$dir/two"
    cp "$dir/mmul/kernel-1.traceg" "$dir/two/"
    stream 140123 >"$dir/two/kernel-2.traceg"
    printf 'MemcpyHtoD,0x10,64\nkernel-1.traceg\nMemcpyHtoD,0x10,64\nkernel-2.traceg\n' >"$dir/two/kernelslist.g"
    printf 'kernel-1.traceg\n' >"$dir/two/first.g"
    printf 'kernel-2.traceg\n' >"$dir/two/second.g"
}
stream() { sed "s/^-cuda stream id = .*/-cuda stream id = $1/" "$BATS_FILE_TMPDIR/hst/kernel-1.traceg"; } # ID: hst on it

traced() { # LIST OPTIONS: a run of it, statistics to s.json
    local list=$1
    shift
    expect 0 '^cycles' run lcs28 --trace "$list" --stats s.json "$@"
}
cycles() { awk '/^cycles/ { print $NF }' "$tmp/out"; }
stat() { jq "$1" s.json; }
laws() { check "$1: every law holds" not grep -q 'law_.*false' s.json; }

@test "two streams: the kernels overlap, and every CTA of either completes" {
    local first second both two=$BATS_FILE_TMPDIR/two
    traced "$two/first.g" --engine c
    first=$(cycles)
    traced "$two/second.g" --engine c
    second=$(cycles)
    traced "$two/kernelslist.g" --engine c --timeline t.json
    both=$(cycles)
    check 'fewer cycles than one after the other' [ "$both" -lt $((first + second)) ]
    check 'the kernels of several streams are listed' grep -qE '^[a-z/]+: 2 streams' "$tmp/out"
    for k in kernel0 kernel1; do
        check "$k has CTAs" [ "$(stat .$k.ctas)" -gt 0 ]
        check "$k: every CTA is done" [ "$(stat .$k.ctas)" = "$(stat .$k.ctas_done)" ]
    done
    laws 'two streams'
    check 'a CTA of the second kernel starts before the last of the first finishes' \
        [ "$(stat .kernel1.first_cycle)" -lt "$(stat .kernel0.last_cycle)" ]
    check 'the timeline has CTAs of both streams' \
        [ "$(jq -c '[.traceEvents[] | select(.cat == "cta") | .args.stream] | unique' t.json)" = '[0,1]' ]
    check 'the timeline has a bar per kernel' [ "$(jq '[.traceEvents[] | select(.cat == "kernel")] | length' t.json)" = 2 ]
    mv s.json c.json
    for e in rtl lockstep; do
        traced "$two/kernelslist.g" --engine $e
        check "--engine $e gives the statistics of --engine c" cmp s.json c.json
    done
}

conflicts() { jq '[.. | .fetch_bank_conflicts? // empty] | add' s.json; } # fetches that waited for their bank, of all SMs

@test "spatial: each kernel has SMs of its own, and the other takes them over at its end" {
    for e in rtl c; do
        expect 0 'output +pass' run lcs28 vadd+hot --size tiny --set sms=5 --set sm.cta_slots=2 --place spatial --engine $e --timeline t.json
        check "--engine $e: sets of SMs" timeline 'sets_of_sms(20)'
    done
}

@test "two kernels on an SM under each fetch policy: engines agree, two fetches conflict, more so with one bank" {
    local list=$BATS_FILE_TMPDIR/two/kernelslist.g one_fetch met
    traced "$list" --engine c --set sms=2
    one_fetch=$(cycles)
    for p in null.1 rr.2 both.2; do
        traced "$list" --engine lockstep --set sms=2 --set sm.fetch_policy=$p
        mv s.json lockstep.json
        traced "$list" --engine c --set sms=2 --set sm.fetch_policy=$p
        check "$p: --engine lockstep gives the statistics of --engine c" cmp s.json lockstep.json
        met=$(conflicts)
        if [ $p = null.1 ]; then
            check "$p is the default" [ "$(cycles)" = "$one_fetch" ]
            check "$p: no conflicts" [ "$met" = 0 ]
        else
            check "$p takes other cycles than the default" [ "$(cycles)" != "$one_fetch" ]
            check "$p: conflicts" [ "$met" -gt 0 ]
        fi
        traced "$list" --engine c --set sms=2 --set sm.fetch_policy=$p --set sm.l1i_banks=1
        if [ $p = null.1 ]; then check "$p, one bank: no conflicts" [ "$(conflicts)" = 0 ]
        else check "$p, one bank: more conflicts than with two" [ "$(conflicts)" -gt "$met" ]; fi
    done
}

@test "fetch policies and banks that are not allowed" {
    refuse "--set: sm.fetch_policy is 'rr'; did you mean rr.2\\? allowed: null.1, rr.2, both.2" \
        run lcs28 vadd --set sm.fetch_policy=rr
    refuse 'sm.l1i_banks is 6; allowed: a power of two' run lcs28 vadd --set sm.l1i_banks=6
}

@test "one stream: the second kernel is launched when the first has ended" {
    cp "$BATS_FILE_TMPDIR"/two/* .
    stream 0 >kernel-2.traceg
    traced kernelslist.g --engine lockstep
    check 'launched at the end of the first' [ "$(stat .kernel1.launch_cycle)" = "$(stat .kernel0.end_cycle)" ]
    check 'one kernel at once' [ "$(stat .gpu.kernels_max)" = 1 ]
}

@test "six streams, L1s that hold dirty lines at every end: four kernels at once, all six end" {
    for i in 1 2 3 4 5 6; do
        stream $i >kernel-$i.traceg
        echo kernel-$i.traceg
    done >kernelslist.g
    traced kernelslist.g --engine lockstep --set sm.l1d.write=write_back
    check 'kernels at once' [ "$(stat .gpu.kernels_max)" = 4 ]
    check 'kernels' [ "$(stat .gpu.kernels)" = 6 ]
    check 'the fifth waits for a place' [ "$(stat .kernel4.launch_cycle)" -gt 0 ]
    laws 'six streams'
    expect 2 "kernels 'hst.*' \(stream 0, .* of .* CTAs done\), 'hst.*stream 3.*limit of 3000 cycles" \
        run lcs28 --trace "$PWD/kernelslist.g" --set max_cycles=3000
}

@test "the launches of a workload have streams too" {
    cp "$cli/kernels/touch.ptx" k.ptx
    cat >s.yaml <<'Y'
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
    expect 0 '2 streams' run lcs28 s.yaml --engine lockstep
}

@test "pool.live=16: sixteen of eighteen kernels run at once, in the dispatcher that has so many entries" {
    local dir=$tmp/many i
    mkdir "$dir"
    for i in {1..18}; do
        stream "$i" >"$dir/kernel-$i.traceg"
        echo "kernel-$i.traceg"
    done >"$dir/kernelslist.g"
    traced "$dir/kernelslist.g" --place mixed --engine lockstep --set pool.live=16
    check 'kernels at once' [ "$(stat .gpu.kernels_max)" = 16 ]
    check 'the last one ended' [ "$(stat .kernel17.ctas_done)" = "$(stat .kernel17.ctas)" ]
    laws 'sixteen kernels'
}
