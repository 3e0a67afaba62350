#!/bin/bash
# Every workload on every machine under every policy at tiny, and on lcs at small: rtl and c in lockstep,
# output compared with the C reference, conservation laws checked (all by `ctadel run`, whose exit code
# is the verdict). Then the same run by each engine alone: the same statistics to the last byte. And the
# register file of both, word by word (regs.c), and a host that launches, aborts and writes at random (host.c).
set -u
BUILD=${BUILD:-build}
ctadel=$BUILD/ctadel
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export ctadel out BUILD
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
same() { # workload: engines agree in every statistic, twice the same bytes
    for e in rtl c rtl.again; do
        "$ctadel" run lcs "$1" --size tiny --warp lrr --engine "${e%.again}" --stats "$out/$1.$e.json" \
            >/dev/null 2>&1
    done
    if cmp -s "$out/$1.rtl.json" "$out/$1.c.json" && cmp -s "$out/$1.rtl.json" "$out/$1.rtl.again.json"
    then echo ok; else echo "FAILED: statistics of $1 differ between engines or runs"; fi
}
export -f one same
names() { # stage: its policies by their words
    for f in rtl/"$1"/"$1"_*.v; do basename "$f" .v; done | sed "s/^$1_//" | grep -vxE 'top|ctx|none'
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
workloads=$(for f in configs/workloads/*/*.yaml; do basename "$f" .yaml; done)
machines=$(for f in configs/machines/*.yaml; do basename "$f" .yaml; done)
{
    for w in $workloads; do
        echo "one lcs $w small --warp gto"
        for m in $machines; do
            policies | sed "s/^/one $m $w tiny /"
        done
    done
    for w in bfs mmul srad; do # an L1D so small that warps lose lines
        echo "one lcs $w tiny --warp ccws --set sm.l1d.sets=1"
    done
    for w in vadd bfs hst; do echo "same $w"; done
    echo '$BUILD/cosim-regs'
    echo '$BUILD/cosim-host'
} | xargs -P "$(nproc)" -I{} bash -c '{}' >"$out/all"
grep -v '^ok$' "$out/all"
passed=$(grep -c '^ok$' "$out/all")
failed=$(grep -c '^FAILED' "$out/all")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
