# shellcheck shell=bash disable=SC2154
# Parallel loops (SAS) through the whole program: every way of handing them out, options and files that are wrong, a
# machine without a task unit, and kernels that do not ask.
expect 0 'task +stile itile itile-part' list policies
expect 0 'hot3 +HotSpot' list workloads
expect 0 'sas.contexts +1..64' help policies
expect 0 'output +pass' run sas hot3 --size tiny
expect 0 'stile +itile +itile-part' run sas hot3 --size tiny --task stile,itile,itile-part --engine c
expect 0 'itile\+sos' run sas hot3 --size tiny --task itile --sos --set sas.over=16 --set sas.trial=8 --engine lockstep
expect 0 'output +pass' run sas hot3 --size tiny --set sms=2 --set sas.edge0=5 --set sas.edge1=7 --set sas.seed=9 --engine lockstep
expect 0 'output +pass' run sas hot3 --size tiny --set sm.threads=32 --engine c
refuse 'is built for up to 4 of 16 in groups of 8, queues of 4: use --engine c' run sas hot3 --size tiny --set sm.threads=32
refuse "sms is 9; allowed: at most 8 with a task unit" run sas hot3 --size tiny --set sms=9 --engine c
refuse 'sm.task_queue is 1; allowed: 0, or at least 2' run sas hot3 --set sm.task_queue=1
refuse "unknown word 'stiel'; did you mean stile" run sas hot3 --task stiel
refuse 'an SM of .sas. has 16 contexts: allowed: 1 to 16' run sas hot3 --set sas.contexts=17
refuse 'sas.contexts=N, N from 1 to 64' run sas hot3 --set sas.contexts=0
refuse 'sas.edge1=N, N from 1 to 65535' run sas hot3 --set sas.edge1=0
refuse 'sas.over=N, N from 1 to 1024' run sas hot3 --set sas.over=-1
refuse "unknown key 'sas.edges'; did you mean sas.edge0" run sas hot3 --set sas.edges=4
refuse 'sas.trial is for trials of widths, which --sos makes' run sas hot3 --set sas.trial=4
refuse "for a machine with a task unit.*'lcs' has none" run lcs vadd --size tiny --task itile
refuse "are for parallel loops; 'vadd' has none" run sas512 vadd --size tiny --set sm.task_queue=4 --set sm.threads=64 --sos
refuse 'hot3.yaml:[0-9]+: the launch has a parallel loop, and machine .lcs. no task unit; sas has one' run lcs hot3
refused "hot3.yaml: 'hot3' has parallel loops; a trace has no word" trace lcs hot3 --out t
refuse 'parallel loops, which need the task unit for themselves' run sas hot3+hot3 --size tiny
# An inclusive L2 so small that it recalls lines of the L1s, some of them dirty.
expect 0 'output +pass' run sas hot3 --size small --set l2.cache.sets=1 --set l2.cache.ways=2 --engine lockstep --stats s.json
awk '/"recalls"/ { gsub(",", ""); n += $2 } END { exit !(n > 1000) }' "$tmp/cwd/s.json"
verdict $? 'sas: a small inclusive L2 recalls lines'
rm -f "$tmp/cwd/s.json"

tdir=$tmp/task
mkdir "$tdir"
cp configs/loops/hot3/hot3.ptx configs/loops/hot3/hot3.yaml "$tdir/"
altered() { # file, sed script: a copy of hot3 that differs
    sed "$2" "configs/loops/hot3/$1" >"$tdir/$1"
    ! cmp -s "configs/loops/hot3/$1" "$tdir/$1"
    verdict $? "$1: '$2' changes something"
}
loop() { altered hot3.yaml "s/loop: {levels: \[\[0, n\], \[0, n\]\], bytes: 12}/$1/"; }
while IFS='|' read -r text regex; do
    loop "$text"
    refuse "hot3.yaml:[0-9]+: $regex" run sas "$tdir/hot3.yaml" --size tiny
done <<'LOOPS'
loop: {levels: []}|loop: 0 levels; allowed: 1 to 3
loop: {levels: [[0, 1], [0, 1], [0, 1], [0, 1]]}|loop: 4 levels; allowed: 1 to 3
loop: {levels: [[0, 0]]}|loop: level 0 is empty, from 0 to 0
loop: {levels: [[0, n], [9, 3]]}|loop: level 1 is empty, from 9 to 3
loop: {levels: [[0, n, 0]]}|stride is 0; allowed: 1 to 65535
loop: {levels: [[0, n, -1]]}|stride is -1; allowed
loop: {levels: [[0, 65536]]}|upper bound is 65536; allowed: 0 to 65535
loop: {levels: [n]}|loop: level 0: .lower, upper. or
loop: {levels: [[0, n]], byte: 4}|loop: unknown key 'byte'; did you mean bytes
loop: {levels: [[0, n]]}, grid: [4]|launch: found grid and loop
LOOPS
loop 'loop: {levels: [[0, n], [0, n]]}'
refuse "hot3.ptx:[0-9]+: kernel 'hot3_step': tiles that fit the L1D need the bytes of an index" run sas "$tdir/hot3.yaml" --size tiny \
    --task itile-part
expect 0 'output +pass' run sas "$tdir/hot3.yaml" --size tiny --task itile-part --set sas.edge1=3
cp configs/loops/hot3/hot3.yaml "$tdir/"
loop 'grid: [4], block: [16]' # a kernel that asks, launched without a loop
refuse 'hot3.ptx:[0-9]+: ld.volatile.v4.u32 reads 0x5000000 .*, a task window: launch the kernel with a loop' \
    run sas "$tdir/hot3.yaml" --size tiny
refuse 'hot3.ptx:[0-9]+: ld.volatile.v4.u32 reads' run lcs "$tdir/hot3.yaml" --size tiny
cp configs/loops/hot3/hot3.yaml "$tdir/"
altered hot3.ptx 's/^.*%tid.x;/ret;\n&/' # a kernel that never asks
refuse "hot3.ptx:[0-9]+: kernel 'hot3_step' ended, and its thread 0 on SM 0 had not asked until" run sas "$tdir/hot3.yaml" --size tiny
altered hot3.ptx 's/ld.volatile.v4.*\[%rd[0-9]*\];/ret;/' # that asks once
refuse 'had not asked until there was no more work' run sas "$tdir/hot3.yaml" --size tiny
altered hot3.ptx 's/fma.rn.f32/mul.f32/; s/mul.f32 \(.*\), %f[0-9]*;/mul.f32 \1;/' # that computes something else
expect 1 'check failed: .*buffer .t0.' run sas "$tdir/hot3.yaml" --size tiny --engine c

# Waves of the task unit: the host's writes at the port, one start per loop, and indices that reach contexts.
expect 0 'output +pass' run sas hot3 --size tiny --waves w.fst --stats s.json
loops=$(awk '/"loops"/ { gsub(",", ""); n = $2 } END { print n }' "$tmp/cwd/s.json")
fst2vcd "$tmp/cwd/w.fst" 2>/dev/null | awk -v loops="${loops:-0}" '
    /^\$scope/ { path[++depth] = $3 }
    /^\$upscope/ { depth-- }
    /^\$var/ && path[1] == "task" && depth == 2 { if ($5 == "s_axil_bvalid_o") b = $4 }
    /^\$var/ && path[1] == "task" && path[depth] == "u_regs" && $5 == "start_o" { start = $4 }
    /^\$var/ && path[1] == "task" && depth == 2 && $5 == "piece_valid_o" { valid = $4 }
    $0 == "1" b { writes++ }
    $0 == "1" start { starts++ }
    $2 == valid && $1 ~ /1/ { pieces++ }
    END { exit !(loops > 0 && starts == loops && writes == 20 * loops && pieces > 10) }'
verdict $? "waves of hot3 have a start and 20 writes for each of its ${loops:-0} loops, and pieces"
rm -f "$tmp/cwd/w.fst" "$tmp/cwd/s.json"

# The engines agree in every statistic, and so do two runs.
for e in c rtl lockstep rtl; do
    expect 0 'output +pass' run sas hot3 --size tiny --sos --engine $e --stats $e.json
    [ ! -f "$tmp/cwd/first.json" ] && cp "$tmp/cwd/$e.json" "$tmp/cwd/first.json"
    cmp -s "$tmp/cwd/first.json" "$tmp/cwd/$e.json"
    verdict $? "hot3 under engine $e: the same statistics"
done
rm -f "$tmp/cwd"/*
