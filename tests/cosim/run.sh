#!/bin/bash
# Workloads at tiny under policies: rtl and c in lockstep, output compared with the C reference, conservation laws
# checked (all by `ctadel run`, whose exit code is the verdict).
#
#   tests/cosim/run.sh all      every run below
#   tests/cosim/run.sh          as in `make test`: of the first three kinds an eighth, each workload under other policies
#                               than its neighbours; of the last a fifth; all of the others
#   tests/cosim/run.sh pairs    the papers' pairs alone, under every way of sharing
#   tests/cosim/run.sh loops    the parallel loops alone
#   tests/cosim/run.sh cores    every workload under every arbiter on the SM of a6000, by control bits and by scoreboard, and on
#                               that of qv100
#
# - every workload under the baseline on lcs28 at small
# - every workload under every policy on lcs28, under a third of them, in turn, on every other machine
# - every workload on the SMs of a6000 (8 of them), whose control bits must leave no hazard, and of qv100, under arbiters in turn
# - every parameter off its default, on four workloads
# - kernels of four streams at once under every policy and fetch policy
# - mixes of two, three and five workloads, each of which executes as many instructions as by itself; the papers' pairs
#   under one way of sharing in turn
# - the same run by each engine alone: the same statistics to the last byte
# - the register file of both, word by word (regs.c); a host that launches, aborts and writes at random (host.c); the
#   task unit, index by index (tasks.c)
# - every workload of parallel loops, each way of handing them out on 1 to 16 contexts
set -u
case ${1-} in
'' | all | pairs | loops | cores) ;;
*)
    echo "tests/cosim/run.sh: found '$1'; allowed: nothing, all, pairs, loops, or cores" >&2
    exit 2
    ;;
esac
BUILD=${BUILD:-build}
ctadel=$BUILD/ctadel
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export ctadel out BUILD XDG_CACHE_HOME=$out/cache
one() { # machine workload size options…
    name=$(echo "$*" | tr ' /' '__')
    if timeout 900 "$ctadel" run "$1" "$2" --size "$3" "${@:4}" --engine lockstep >"$out/$name.log" 2>&1 &&
        grep -q pass "$out/$name.log"; then
        echo ok
    else
        echo "FAILED: ctadel run $1 $2 --size $3 ${*:4} --engine lockstep"
        tail -n 3 "$out/$name.log"
    fi
}
four() { # machine options…: kernels of four streams; how many have CTAs at once
    local name at_once=4
    name=four_$(echo "$*" | tr ' /' '__')
    case $* in
    *'--limit smk'* | *'--limit smc'*) at_once=2 ;; # a pair; the others wait in the pool
    *sms=*) at_once='[2-4]' ;; # SMs that are full leave the last kernels none
    esac
    if timeout 900 "$ctadel" run "$1" --trace "$out/four/kernelslist.g" "${@:2}" --engine lockstep \
        --stats "$out/$name.json" >"$out/$name.log" 2>&1 &&
        grep -q ': 4 streams' "$out/$name.log" && grep -q "\"kernels_max\": $at_once," "$out/$name.json"; then
        echo ok
    else
        echo "FAILED: four streams: ctadel run $1 --trace … ${*:2} --engine lockstep"
        tail -n 3 "$out/$name.log"
    fi
}
mix() { # machine a+b size options…: every output right, every workload's instructions those of it alone
    local name w wrong=
    name=mix_$(echo "$*" | tr ' /' '__')
    if ! timeout 900 "$ctadel" run "$1" "$2" --size "$3" "${@:4}" --engine lockstep >"$out/$name.log" 2>&1 ||
        ! grep -q 'output  *pass$' "$out/$name.log"; then
        wrong="$(tail -n 3 "$out/$name.log")"
    fi
    for w in $(echo "$2" | tr + '\n' | sort -u); do
        "$ctadel" run "$1" "$w" --size "$3" --engine c 2>&1 |
            awk -v w="$w" 'NR == FNR { if (/^warp instructions/) alone = $NF; next }
                           $1 == w && / pass$/ { there = 1; same = $5 == alone }
                           END { exit !there || !same }' - "$out/$name.log" ||
            wrong="$wrong $w: not the instructions of it alone"
    done
    if [ -z "$wrong" ]; then echo ok; else
        echo "FAILED: ctadel run $1 $2 --size $3 ${*:4} --engine lockstep"
        echo "$wrong"
    fi
}
same() { # workload: engines agree in every statistic, twice the same bytes
    for e in rtl c rtl.again; do
        "$ctadel" run lcs28 "$1" --size tiny --warp lrr --engine "${e%.again}" --stats "$out/$1.$e.json" \
            >/dev/null 2>&1
    done
    if cmp -s "$out/$1.rtl.json" "$out/$1.c.json" && cmp -s "$out/$1.rtl.json" "$out/$1.rtl.again.json"
    then echo ok; else echo "FAILED: statistics of $1 differ between engines or runs"; fi
}
export -f one four mix same
names() { # stage: its policies by their words
    for f in rtl/"$1"/"$1"_*.v; do basename "$f" .v; done | sed "s/^$1_//" | grep -vxE 'top|ctx|sm|none'
}
policies() { # each policy alone, then stages together
    for p in $(names place); do echo "--place $p"; done
    for p in $(names limit); do
        case $p in static) echo "--ctas 2" ;; *) echo "--limit $p" ;; esac
    done
    for p in $(names gate); do echo "--gate $p"; done
    for p in $(names arb); do
        case $p in sca) echo "--warp sca --place bcs" ;; *) echo "--warp $p" ;; esac
    done
    gates=$(names gate | paste -sd, -)
    echo "--place bcs --limit lcs --warp sca ${gates:+--gate $gates}"
    echo "--place bcs --limit dyncta --warp gto ${gates:+--gate $gates}"
}
# Every parameter that `ctadel help policies` lists, with the option of its policy: alone at a low, an odd
# and its greatest value, the others at their defaults; then all of a policy together, in three runs that
# give each parameter each value once. No CTA at all (static.n = 0) would be no run.
parameters() {
    "$ctadel" help policies |
        sed -nE 's/^  ([a-z0-9_]+)\.([a-z0-9_]+) +0\.\.([0-9]+) .*\(default ([0-9]+); (--.*)\)$/\1 \2 \3 \4 \5/p' |
        awk '{ policy = $1; v[0] = policy == "static"; v[1] = int($4 / 4); v[1] += !(v[1] % 2); v[2] = $3
               option[policy] = $5 " " ($6 == "N" ? 3 : $6)
               for (r = 0; r < 3; r++) {
                   print option[policy] " --set " policy "." $2 "=" v[r]
                   together[policy, r] = together[policy, r] " --set " policy "." $2 "=" v[(n[policy] + r) % 3]
               }
               n[policy]++ }
             END { for (p in option) for (r = 0; r < 3; r++) if (n[p] > 1) print option[p] together[p, r] }' |
        sort -u # a small range has the same value twice
}
streams() { # traces of four workloads, each in a stream of its own, into one list
    mkdir -p "$out/four"
    local stream=0 n=0 w k
    for w in mmul hst srad stn; do
        stream=$((stream + 1))
        "$ctadel" trace lcs28 $w --size tiny --out "$out/trace_$w" >/dev/null 2>&1
        for k in "$out/trace_$w"/kernel-*.traceg; do
            n=$((n + 1))
            sed "s/^-cuda stream id = .*/-cuda stream id = $stream/" "$k" >"$out/four/kernel-$n.traceg"
            echo "kernel-$n.traceg"
        done
    done >"$out/four/kernelslist.g"
}
pairs() { # of the workloads of [SMK, Table 2], and the mixes of [LCS, Table 3]
    set -- bp hot sad srd spm blks lbm esp
    local a b
    while [ $# -gt 1 ]; do
        a=$1
        shift
        for b in "$@"; do echo "$a+$b"; done
    done
    printf '%s\n' cp+lps mmul+vadd mum+blk mmul+ray cp+madd kmn+srad
}
sharing() { # ways to share a machine
    printf -- '%s\n' '--place rr' '--place spatial' '--place spatial --limit lcs' '--place mixed' \
        '--place mixed --limit lcs' '--place mixed --limit dyncta' '--place mixed --ctas 2' '--place mixed --gate claso' \
        '--place mixed_bcs' '--place mixed --limit smc' '--place mixed --limit smk' \
        '--place mixed --limit smk --warp alt' '--place mixed --limit smk --warp sim'
}
pair_runs() { # in_turn: each pair on both machines under one way of sharing; all: under every one
    local turn=0 w m
    for w in $(pairs); do
        for m in smk15 lcs28; do
            turn=$((turn + 1))
            sharing | awk -v turn="$turn" -v which="$1" '{ line[NR] = $0 }
                END { for (i = 1; i <= NR; i++) if (which == "all" || i % NR == turn % NR) print line[i] }' |
                sed "s/^/mix $m $w tiny /"
        done
    done
}
streams
workloads=$(for f in configs/workloads/*/*.yaml; do basename "$f" .yaml; done)
# for CTAs of any size, and not like another one
machines=$(for f in $(grep -LE 'task_queue|^like:' configs/machines/*.yaml); do basename "$f" .yaml; done)
ways() { # of handing out a parallel loop; trials of so few pieces that all widths are tried
    printf -- '%s\n' '--task stile' '--task itile' '--task itile-part' '--sos --set sas.trial=4' \
        '--task itile --sos --set sas.over=16 --set sas.trial=4' '--task stile --set sas.over=4' \
        '--task itile --set sas.over=4 --set sas.seed=5'
}
loops() {
    for w in $(for f in configs/loops/*/*.yaml; do basename "$f" .yaml; done); do
        for n in 1 2 4 8 16; do ways | sed "s/^/one sas4 $w tiny --set sas.contexts=$n /"; done
        echo "one sas4 $w small"
        echo "one sas4 $w tiny --set sms=3 --set sas.edge0=3 --set sas.contexts=5"
    done
}
share=8 # one run of so many
[ "${1-}" = all ] && share=1
in_turn() { # N PHASE: one line of N, the first at the phase
    awk -v n="$1" -v phase="$2" 'NR % n == phase % n'
}
cores() { # EVERY: runs of the arbiters by control bits, then by scoreboard, then with operand collectors, one of so many
    local w arbiters at=0
    arbiters=$(for p in $(names arb | grep -v '^sim$'); do
        case $p in sca) echo "--warp sca --place bcs" ;; *) echo "--warp $p" ;; esac
    done)
    for w in $workloads; do
        at=$((at + 1))
        for core in 'a6000 W --check-hazards' 'a6000 W --set sm.issue_by=scoreboard' 'qv100 W'; do
            echo "$arbiters" | sed "s/^/one ${core/W/$w tiny --set sms=8 --set sm.cta_slots=16} /"
        done | in_turn "$1" $((at % $1))
    done
}
everything() {
    # The longest first.
    for p in regs host tasks; do echo "\$BUILD/cosim-$p || echo FAILED cosim-$p"; done
    turn=0
    for w in $workloads; do
        turn=$((turn + 1))
        [ $((turn % share)) != 0 ] || echo "one lcs28 $w small --warp gto"
        policies | in_turn $share $turn | sed "s/^/one lcs28 $w tiny /"
        at=$turn
        for m in $machines; do
            [ "$m" = lcs28 ] && continue
            at=$((at + 1))
            policies | in_turn $((3 * share)) $at | sed "s/^/one $m $w tiny /"
        done
    done
    cores $((2 * share))
    for w in bfs mmul srad; do # an L1D so small that warps lose lines
        echo "one lcs28 $w tiny --warp ccws --set sm.l1d.sets=1"
    done
    named=$("$ctadel" help policies | grep -c '(default ')
    [ "$named" -gt 0 ] && [ "$(parameters | grep -o 'set [a-z0-9_.]*' | sort -u | wc -l)" = "$named" ] ||
        echo "echo FAILED: parameters: not all of the $named of ctadel help policies are set"
    turn=0
    for w in bfs hst mmul srad; do
        turn=$((turn + 1))
        parameters | in_turn $share $turn | sed "s/^/one lcs28 $w tiny --set sms=4 /"
    done
    for m in lcs28 "lcs28 --set sms=4" "gtx480 --set sms=3"; do
        policies | sed "s/^/four $m /"
    done
    for f in null.1 rr.2 both.2; do # two fetches per cycle, of one kernel or of two
        echo "one smk15 bfs tiny --set sm.fetch_policy=$f"
        echo "mix smk15 bp+hot tiny --set sm.fetch_policy=$f"
        echo "four smk15 --set sms=2 --set sm.fetch_policy=$f"
    done
    for m in $machines; do
        for w in vadd+hot bp+hot+fdtd vadd+hot+bp+srad+fwt; do echo "mix $m $w tiny"; done
    done
    echo "mix lcs28 hot+hot tiny --set sms=4"
    for n in 1 2 3; do echo "mix lcs28 vadd+hot+bp+srad+fwt tiny --set pool.live=$n --set sms=6"; done
    policies | sed "s/^/mix lcs28 vadd+hot+bp+srad+fwt tiny --set sms=6 /"
    for m in smk15 lcs28; do
        for p in mixed spatial; do
            for l in tmax lcs dyncta "static --ctas 2" "smc --set smc.window_cycles=300"; do
                for g in none claso; do echo "mix $m bp+srad tiny --place $p --limit $l --gate $g"; done
            done
        done
    done
    for m in smk15 lcs28; do # kernels that take turns on an SM, or half of its schedulers each
        for w in alt sim; do
            for o in "" "--limit lcs" "--limit dyncta --gate claso,dyncore"; do
                echo "mix $m bp+hot tiny --place mixed --warp $w $o"
            done
            echo "mix $m vadd+hot+bp+srad+fwt tiny --place mixed --limit dyncta --warp $w --set sms=3"
        done
    done
    for m in "smk15" "lcs28" "smk15 --set sms=1" "lcs28 --set sms=2 --set smk.sm=1"; do # a pair, three in turn, one alone
        for w in bp+hot bp+srad fdtd+kmn bp+srad+fwt; do
            echo "mix ${m%% *} $w tiny --place mixed --limit smk${m#"${m%% *}"}"
        done
        echo "one ${m%% *} srad tiny --place mixed --limit smk${m#"${m%% *}"}"
    done
    echo "mix lcs28 vadd+hot+bp+srad+fwt tiny --place mixed --limit smk --set pool.live=4 --set sms=2"
    for p in mixed_bcs spatial; do # blocks of 2-D kernels beside each other, and beside 1-D ones
        for n in 2 3; do
            echo "mix lcs28 conv+tran tiny --set sms=3 --place $p --set $p.block=$n"
            echo "mix smk15 bp+hot+vadd tiny --set sms=5 --place $p --set $p.block=$n --limit lcs --gate claso"
        done
        echo "mix lcs28 bp+srad tiny --set sms=4 --place $p --set $p.block=4 --ctas 2"
        echo "mix lcs28 hot+conv tiny --place $p --set $p.block=2 --limit dyncta --warp sca"
    done
    pair_runs in_turn
    for w in vadd bfs hst; do echo "same $w"; done
    loops | in_turn $((share / 2 + 1)) 0
}
case ${1-} in
pairs) pair_runs all ;;
loops) loops ;;
cores) cores 1 ;;
*) everything ;;
esac | xargs -P "$(nproc)" -I{} bash -c '{}' >"$out/all"
grep -v '^ok$' "$out/all"
passed=$(grep -c '^ok$' "$out/all")
failed=$(grep -c '^FAILED' "$out/all")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
