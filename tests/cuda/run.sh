#!/bin/bash
# Do programs of the CUDA runtime run on the model, and is each refusal printed? With nvcc (13) the programs
# are also compiled by it; without, g++ compiles their host code, and the device code is in <program>.fatbin.
#
#   tests/cuda/run.sh           all
#   tests/cuda/run.sh --take    the fatbins anew, by nvcc
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
HERE=tests/cuda OUT=$BUILD/tests/cuda
NVCC=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
gencode() {
    local n=75
    [ "$1" = modern ] && n=80
    [ "$1" = cluster ] && n=90
    echo "arch=compute_$n,code=[compute_$n,sm_$n]"
}
program=$(realpath "$BUILD/ctadel")
passed=0 failed=0
mkdir -p "$OUT"

# How nvcc packs each: by zstd for size, by LZ4 for speed, not at all.
packing() { case $1 in streams) echo none ;; errors) echo speed ;; *) echo size ;; esac; }

if [ "${1-}" = --take ]; then
    for f in "$HERE"/*.cu; do
        p=$(basename "$f" .cu)
        [ "$p" = layout ] || "$NVCC" -std=c++17 -fatbin -gencode "$(gencode "$p")" -compress-mode="$(packing "$p")" "$f" -o "$HERE/$p.fatbin"
    done
    exit
fi

ok() { passed=$((passed + 1)); }
bad() {
    echo "FAILED $1"
    failed=$((failed + 1))
}

# program, expected exit code, what its standard error must hold, arguments of ctadel, arguments of the program
run() {
    local name=$1 code=$2 text=$3 opts=$4
    # shellcheck disable=SC2086
    timeout 60 "$BUILD/ctadel" cuda $opts -- "$OUT/$name" ${5-} >"$OUT/out" 2>"$OUT/err"
    local got=$?
    if [ $got != "$code" ]; then
        bad "$name ($opts): expected exit code $code, got $got: $(head -3 "$OUT/out" "$OUT/err" | tr '\n' ' ')"
    elif ! grep -qF -- "$text" "$OUT/err"; then
        bad "$name ($opts): expected '$text' on standard error, got: $(head -3 "$OUT/err")"
    elif grep -q '^FAILED' "$OUT/out"; then
        bad "$name ($opts): $(grep -m1 '^FAILED' "$OUT/out")"
    else ok; fi
}

# Of the timeline of two kernels: on how many SMs is there a time with a CTA of each?
BOTH='[.traceEvents[] | select(.ph == "X") |
       {sm: .args.sm, kernel: .args.kernel, from: .args.begin_cycle, to: (.args.begin_cycle + .args.cycles)}] |
      [group_by(.sm)[] | [.[] | select(.kernel == "gather")] as $other |
       select(any(.[]; select(.kernel == "compute") | . as $x | any($other[]; .from < $x.to and $x.from < .to)))] | length'

FEW='--set sms=8 --set sm.cta_slots=16'

place() { [ "$1" != cluster ] || echo '--place gpcs'; } # what the program's clusters need

cycles() { awk '/^cycles/ { print $2 }' "$1"; }

same() { # what, expected, found
    if [ -n "$2" ] && [ "$2" = "$3" ]; then ok; else bad "$1: expected '$2', found '$3'"; fi
}

# program, expected exit code, expected rows as kernel:CTAs/at once, bound, verdict, arguments of ctadel, of the program
launchable() {
    local name=$1 code=$2 rows=$3 opts=$4 got found
    rm -f "$OUT/l.csv"
    # shellcheck disable=SC2086
    timeout 60 "$BUILD/ctadel" launchable $opts --csv "$OUT/l.csv" -- "$OUT/$name" ${5-} >"$OUT/out" 2>"$OUT/err"
    got=$?
    found=$(awk -F, 'NR > 1 { printf "%s%s:%s/%s %s %s", (NR > 2) ? ", " : "", $1, $8, $9, $10, $12 }' "$OUT/l.csv")
    same "launchable $opts -- $name ${5-}: exit code and rows" "$code $rows" "$got $found"
}

# Grids that need none, all, or the earlier of their CTAs, on machines that hold 224 of them, or fewer.
grids() { # a suffix of the program compiled
    local p=launchable$1
    launchable "$p" 0 'scale:100/224 slots resident, scale:1000/224 slots in turns, histogram:1000/224 slots in turns' \
        '--engine c' 'scale:100 scale:1000 scale:100 histogram:1000'
    launchable "$p" 0 'barrier:224/224 slots resident, look_back:500/224 slots waits, lock:300/224 slots waits' \
        '--engine lockstep' 'barrier:224 look_back:500 lock:300'
    launchable "$p" 1 'barrier:225/224 slots hangs' '--engine c' 'barrier:225 scale:1'
    same "$p: the line of a hang" 1 "$(grep -c "kernel 'barrier': endless loop" "$OUT/err")"
    same "$p: its row, on standard error" 1 "$(grep -cE '^barrier +225 .* hangs$' "$OUT/err")"
    launchable "$p" 1 'atomic_barrier:300/224 slots hangs' '--engine c' atomic_barrier:300
    launchable "$p" 1 'barrier:56/56 limit resident, barrier:57/56 limit hangs' '--limit static --ctas 2' 'barrier:56 barrier:57'
    launchable "$p" 0 'barrier:57/224 slots resident' '' barrier:57
    launchable "$p" 1 'barrier:113/112 slots hangs' '--engine c --partition 0-13' barrier:113
    launchable "$p" 1 'barrier:57/56 limit hangs' '--engine c --limit static --ctas 2' cooperative:57
    launchable "$p" 1 'barrier:225/224 slots refused' '--engine c' 'cooperative:225'
    launchable "$p" 0 'scale:1000/224 slots in turns, look_back:1000/224 slots waits' '--engine c --limit lcs' 'scale:1000 look_back:1000'
    launchable "$p" 1 'scale:5000/224 slots stopped' '--engine c --set max_cycles=3000' scale:5000
    launchable "cluster$1" 0 'blocks:8/72 slots resident, ranks:8/72 slots resident, pairs:4/64 cluster resident' \
        '--engine c --place gpcs --set sms=9 --set gpc_sms=4+1+4'
}

programs() { # a suffix of the programs compiled
    grids "$1"
    local p
    for p in basic per_thread streams arrays textures device modern cluster lanes repeats; do
        run "$p$1" 0 'left to the program' "$(place $p) --engine lockstep"
        cp "$OUT/out" "$OUT/out.lockstep" && cp "$OUT/err" "$OUT/err.lockstep"
        run "$p$1" 0 'output' "$(place $p) --engine c"
        same "$p$1: output of the engines" "$(cat "$OUT/out.lockstep")" "$(cat "$OUT/out")"
        same "$p$1: cycles of the engines" "$(cycles "$OUT/err.lockstep")" "$(cycles "$OUT/err")"
        [ $p = cluster ] && same "$p$1: registers that were assumed" 0 "$(grep -c assumed "$OUT/err")"
        [ $p = device ] && same "$p$1: printf of a kernel" $'thread 40 of hello: 0.000\nthread 41 of hello: 0.500' "$(grep hello "$OUT/out")"
    done
    cp "$OUT/out" "$OUT/out.all" # of repeats
    run "repeats$1" 0 '17 of 41 launches were' "--engine c --repeat-after 1 --stats $OUT/s.json"
    same "repeats$1: output without repeats and with" "$(cat "$OUT/out.all")" "$(cat "$OUT/out")"
    same "repeats$1: statistics" '24 17' "$(jq -r '.repeats | "\(.simulated) \(.repeated)"' "$OUT/s.json")"
    run "repeats$1" 0 '24 of 41 launches' '--engine c --repeat-after 1'
    run "errors$1" 1 'outside every buffer' '--engine c'
    same "errors$1: device memory that is full" 1 "$(grep -c "1099511627776 bytes does not fit: .* left; remedy: smaller inputs" "$OUT/err")"
    run "errors$1" 2 "sms is '999'; allowed" '--engine c --set sms=999'
    same "output of a program whose options are wrong$1" 0 "$(wc -c <"$OUT/out")"
    run "errors$1" 2 'no/such/t: cannot be written: No such file' '--engine c --table no/such/t'
    for p in lanes basic device cluster; do
        run "$p$1" 0 'left to the program' "$(place $p) --machine a6000 $FEW --engine c --check-hazards"
    done
    run "errors$1" 1 'outside every buffer' "--machine a6000 $FEW --engine c"
    same "idle$1: a check of hazards where no control bits are" 1 \
        "$("$BUILD/ctadel" cuda --engine c --check-hazards -- "$OUT/idle$1" graph 2>&1 | grep -c "found --check-hazards and machine 'lcs28'")"
    run "bad_entry$1" 1 "kernel 'zoo<2>' is refused" '--engine c'
    run "pair$1" 0 'timeline:' "--machine smk15 --place mixed --limit smk --engine lockstep --timeline $OUT/pair.json"
    same "pair$1: SMs with CTAs of both kernels at once" 15 "$(jq "$BOTH" "$OUT/pair.json")"
    run "pair$1" 0 'timeline:' "--machine smk15 --place mixed --partition 0-14+0-6+7-14 --engine lockstep --timeline $OUT/pair.json"
    same "pair$1: SMs with CTAs of both kernels at once, with a partition for each stream" 0 "$(jq "$BOTH" "$OUT/pair.json")"
    run "cluster$1" 1 'writes 0x100001002 (CTA 0,0,0 thread 0), which is not aligned' '--engine c' misaligned
    same "cluster$1: lines of a grid that clusters of two do not divide, and of one too large" '1 1' \
        "$(grep -c "'pairs': a grid of 3,1,1 CTAs; allowed: multiples of its clusters of 2,1,1" "$OUT/err") $(grep -c 'grid .16777216, 1, 1.; allowed' "$OUT/err")"
    run "idle$1" 2 'launched no kernel' '--engine c'
    run "idle$1" 1 'cudaGraphCreate is not supported' '--engine c' graph
}

# ---- without nvcc ----
for p in basic streams arrays textures device modern cluster repeats lanes errors bad_entry pair idle launchable; do
    g++ -std=c++17 -O1 -Wall -x c++ -DFATBIN="\"$HERE/$p.fatbin\"" "$HERE/$p.cu" -x none -o "$OUT/$p" \
        -L"$BUILD/cuda" -l:libcudart.so.13 || bad "$p: g++"
done
g++ -std=c++17 -O1 -Wall -DCUDA_API_PER_THREAD_DEFAULT_STREAM -x c++ -DFATBIN="\"$HERE/basic.fatbin\"" "$HERE/basic.cu" \
    -x none -o "$OUT/per_thread" -L"$BUILD/cuda" -l:libcudart.so.13 || bad "per_thread: g++"
programs ''

# ---- files, options, what is no program of ours ----
run basic 0 'stats:' "--engine c --stats $OUT/s.json --table $OUT/table --timeline $OUT/t.json"
same 'kernels in the statistics' 4 "$(grep -c '"law_begun": true' "$OUT/s.json")"
run basic 0 'dispatch-log:' "--engine c --dispatch-log $OUT/log.csv"
same 'kernels in the dispatch log' 4 "$(tail -n +2 "$OUT/log.csv" | cut -d, -f1 | sort -u | wc -l)"
same 'the table in a file' 'basic on gtx480: 4 launches' \
    "$(timeout 60 "$BUILD/ctadel" cuda --machine gtx480 --engine c --table "$OUT/table" -- "$OUT/basic" >/dev/null 2>&1
    head -1 "$OUT/table" | cut -d, -f1)"
run streams 0 '--limit lcs' '--engine c --warp lrr --limit lcs'
run basic 2 "unknown word 'lcd'" '--limit lcd'
run basic 2 "--repeat-after: found '0'; allowed: 1 to 1000" '--repeat-after 0'
timeout 60 "$BUILD/ctadel" cuda --engine c --table "$OUT/one" --stats "$OUT/one" -- "$OUT/idle" >/dev/null 2>"$OUT/err"
same 'two outputs in one file' 1 "$(grep -c -- '/one: --table and --stats name the same file' "$OUT/err")"
run idle 1 'registers; allowed on machine' '--engine c --set sm.registers=64' graph
run nowhere 2 'cannot be started' '--engine c'
basic=$(realpath "$OUT/basic")
(cd configs && CTADEL_DATA=. "$program" cuda --engine c -- sh -c 'cd / && exec "$0"' "$basic") >/dev/null 2>"$OUT/err"
same 'a relative CTADEL_DATA, and a program that changes its folder: exit code' 0 $?
(cd "$OUT" && "$program" cuda -- basic) 2>"$OUT/err"
same 'a program of this folder, which is not in PATH' 1 "$(grep -c "^ctadel: 'basic' cannot be started: .*; give ./basic$" "$OUT/err")"
run basic.cu 2 "is source text; remedy: NVCC_PREPEND_FLAGS='-cudart shared' nvcc" '--engine c'
(
    failed=0 PATH=/usr/bin:/bin
    run basic.cu 2 'must be in PATH' '--engine c'
    [ "$failed" = 0 ]
) || bad 'source text, without nvcc'
echo 'int main(void) { return 0; }' | gcc -x c -o "$OUT/plain" - && run plain 2 "-cudart shared" '--engine c'
echo '#include <stdlib.h>
extern int cudaFree(void *); int main(void) { cudaFree(0); _Exit(0); }' | gcc -x c -o "$OUT/quick" - \
    -L"$BUILD/cuda" -l:libcudart.so.13 && run quick 1 'without its exit handlers' '--engine c'

# ---- a signal to `ctadel cuda` ends the program, and no temporary is left ----
echo '#include <unistd.h>
extern int cudaFree(void *); int main(void) { cudaFree(0); for (;;) pause(); }' | gcc -x c -o "$OUT/waits" - \
    -L"$BUILD/cuda" -l:libcudart.so.13 || bad 'waits: gcc'
soon() { for _ in $(seq 200); do if "$@"; then return 0; else sleep 0.05; fi; done; return 1; }
temporary() { compgen -G "$OUT/waits.json*" >/dev/null; }
gone() { ! temporary; }
for signal in TERM:143 INT:130 HUP:129; do
    rm -rf "$OUT"/waits.json* "$OUT/marks"
    mkdir "$OUT/marks"
    TMPDIR=$(realpath "$OUT/marks") env --default-signal=INT,TERM,HUP \
        "$BUILD/ctadel" cuda --engine c --timeline "$OUT/waits.json" -- "$OUT/waits" 2>"$OUT/err" &
    running=$!
    soon temporary || bad 'waits: expected a temporary beside waits.json'
    kill "-${signal%:*}" "$running"
    wait "$running" 2>/dev/null
    same "exit code of ctadel cuda after SIG${signal%:*}" "${signal#*:}" "$?"
    if soon gone; then ok; else bad "waits: expected no file after a signal, found $(compgen -G "$OUT/waits.json*")"; fi
    same 'temporaries left' 0 "$(find "$OUT/marks" -type f | wc -l)"
    same 'its line' 1 "$(grep -c "waits' was ended by signal .*, so there is no table$" "$OUT/err")"
done

# ---- with nvcc ----
if [ -z "$NVCC" ]; then
    echo "skipped: programs compiled by nvcc, which is not here"
else
    for p in basic streams arrays textures device modern cluster repeats lanes errors bad_entry pair idle layout launchable; do
        "$NVCC" -std=c++17 -cudart shared -gencode "$(gencode "$p")" -I. "$HERE/$p.cu" -o "$OUT/$p.nvcc" || bad "$p: nvcc"
    done
    "$NVCC" -std=c++17 -cudart shared -default-stream per-thread -gencode "$(gencode basic)" "$HERE/basic.cu" -o "$OUT/per_thread.nvcc" ||
        bad "per_thread: nvcc"
    run layout.nvcc 2 'launched no kernel' '--engine c'
    programs .nvcc
    # A program that measures its own dispatch log finds the SMs of the model, and the policy that chose them.
    ON="--set sms=6 --set sm.cta_slots=2 --engine c"
    log_machine="--machine smk15 $ON"
    "$NVCC" -cudart shared examples/dispatch_log/dispatch_log.cu -o "$OUT/dispatch_log.nvcc" || bad 'dispatch_log: nvcc'
    for p in rr tile bcs; do
        run dispatch_log.nvcc 0 'dispatch-log:' "$log_machine --place $p --dispatch-log $OUT/log.csv" '6 8 64 500 2'
        same "dispatch_log, $p: SMs" "$(cut -d, -f1-3 "$OUT/log.csv")" "$(cut -d, -f1-3 "$OUT/out")"
        # shellcheck disable=SC2086
        same "dispatch_log, $p: the policy found" "$p 100.0" "$("$BUILD/ctadel" compare-dispatch "$OUT/out" smk15 \
            examples/dispatch_log/spin.yaml --size tiny $ON --place bcs,tile,rr 2>"$OUT/err" | awk 'NR == 5 { print $1, $2 }')"
    done
    echo '__global__ void k() {} int main() { k<<<1, 1>>>(); return cudaDeviceSynchronize() != cudaSuccess; }' >"$OUT/sass.cu"
    "$NVCC" -cudart shared -gencode arch=compute_75,code=sm_75 "$OUT/sass.cu" -o "$OUT/sass.nvcc"
    run sass.nvcc 1 'holds no PTX' '--engine c'
    echo '__global__ void b() {} __global__ void a() { b<<<1, 1>>>(); }
int main() { a<<<1, 1>>>(); return cudaDeviceSynchronize() != cudaSuccess; }' >"$OUT/nested.cu"
    "$NVCC" -cudart shared -rdc=true -gencode arch=compute_75,code=sm_75 "$OUT/nested.cu" -o "$OUT/nested.nvcc"
    run nested.nvcc 1 'kernels that launch kernels (dynamic parallelism) are not supported' '--engine c'
    same 'a remedy for dynamic parallelism' 0 "$(grep -c remedy "$OUT/err")"
    "$NVCC" "$OUT/sass.cu" -o "$OUT/static.nvcc"
    run static.nvcc 1 '-cudart shared' '--engine c'
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
