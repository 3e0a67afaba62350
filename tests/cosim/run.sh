#!/bin/bash
# Every workload on every machine at tiny, and on lcs at small: rtl and c in lockstep, output compared
# with the C reference, conservation laws checked (all by `ctadel run`, whose exit code is the verdict).
# Then the same run by each engine alone: the same statistics to the last byte.
set -u
BUILD=${BUILD:-build}
ctadel=$BUILD/ctadel
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export ctadel out
one() { # machine workload size warp
    name=$1-$2-$3-$4
    if "$ctadel" run "$1" "$2" --size "$3" --warp "$4" --engine lockstep >"$out/$name.log" 2>&1 &&
        grep -q pass "$out/$name.log"; then
        echo ok
    else
        echo "FAILED: ctadel run $1 $2 --size $3 --warp $4 --engine lockstep"
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
workloads=$(for f in configs/workloads/*/*.yaml; do basename "$f" .yaml; done)
{
    for w in $workloads; do
        echo "one lcs $w small gto"
        for m in lcs dyncta smk sas claso; do
            echo "one $m $w tiny gto"
        done
        echo "one lcs $w tiny lrr"
    done
    for f in rtl/arb/arb_*.v; do # every warp scheduler on a barrier kernel and on a divergent one
        p=$(basename "${f#rtl/arb/arb_}" .v)
        case $p in top | ctx) continue ;; esac
        echo "one gtx480 mmul tiny $p"
        echo "one dyncta bfs tiny $p"
    done
    for w in vadd bfs hst; do echo "same $w"; done
} | xargs -P "$(nproc)" -I{} bash -c '{}' >"$out/all"
grep -v '^ok$' "$out/all"
passed=$(grep -c '^ok$' "$out/all")
failed=$(grep -c '^FAILED' "$out/all")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
