#!/bin/bash
# Random mixes of workloads under random policies, rtl and c in lockstep, until so many core cycles have been compared.
#
#   tests/soak/run.sh            SOAK_CYCLES (default 100000000) cycles of the sequence SOAK_SEED (default 1)
#
# A difference, a wrong output, a violated law, a deadlock or a crash is a failure, printed with the command that repeats it.
# Draws that `ctadel run` refuses, such as two kernels under a limit for one, are counted apart.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/ctadel.sh
. tests/ctadel.sh
cycles=${SOAK_CYCLES:-100000000} seed=${SOAK_SEED:-1}
for n in "$cycles" "$seed"; do
    [[ $n =~ ^[0-9]+$ ]] || { echo "tests/soak/run.sh: found '$n'; allowed for SOAK_CYCLES and SOAK_SEED: a number" >&2; exit 2; }
done
names() { # stage: its policies by their words
    for f in rtl/"$1"/"$1"_*.v; do basename "$f" .v; done | sed "s/^$1_//" | grep -vxE 'top|ctx|sm|none'
}
machines() { grep -LE 'task_queue|issue_by: control_bits' configs/machines/*.yaml | xargs -n 1 basename -s .yaml; }
workloads() { for w in configs/workloads/*/; do basename "$w"; done; }
draws() { # lines of words for ctadel run, without end
    awk -v seed="$seed" -v machines="$(machines | xargs)" -v workloads="$(workloads | xargs)" -v places="$(names place | xargs)" \
        -v limits="$(names limit | xargs)" -v gates="none $(names gate | xargs)" -v arbs="$(names arb | xargs)" '
        function one(words, n, w) { n = split(words, w, " "); return w[1 + int(rand() * n)] }
        BEGIN { srand(seed)
            for (;;) {
                mix = one(workloads)
                for (n = 1; n < 4 && rand() < 0.5; n++) mix = mix "+" one(workloads)
                print one(machines), mix, "--size", rand() < 0.2 ? "small" : "tiny", "--place", one(places), "--limit", one(limits),
                    "--gate", one(gates), "--warp", one(arbs)
            } }'
}
one() { # words of ctadel run: appends the result to $tmp/results; 255 ends xargs: enough cycles
    local name status
    [ -e "$tmp/enough" ] && exit 255
    name=$(mktemp -p "$tmp" run.XXXXXX)
    # shellcheck disable=SC2086  # words
    timeout 1800 "$ctadel" run $1 --engine lockstep --stats "$name.json" >"$name" 2>&1
    status=$?
    if [ $status -eq 0 ]; then
        sed -n '/"gpu": {/,/}/s/.*"cycles": \([0-9]*\),.*/passed \1/p' "$name.json" >>"$tmp/results"
    elif [ $status -eq 2 ] && ! grep -qE 'deadlock|endless loop|passed the limit' "$name"; then
        echo "refused" >>"$tmp/results"
    else
        { echo "FAILED ctadel run $1 --engine lockstep: exit $status"; tail -n 2 "$name"; } >&2
        echo "failed" >>"$tmp/results"
    fi
    rm -f "$name" "$name.json"
    awk -v want="$cycles" '{ sum += $2 } END { exit sum < want }' "$tmp/results" && touch "$tmp/enough"
    exit 0
}
report() {
    awk -v "last=$1" -v want="$cycles" '
        { count[$1]++; sum += $2 }
        END { printf "%d of %d cycles compared in %d runs; %d draws refused\n", sum, want, count["passed"], count["refused"]
              if (last) printf "%d passed, %d failed\n", count["passed"], count["failed"]
              exit count["failed"] != 0 || !count["passed"] }' "$tmp/results"
}
export -f one
export ctadel tmp cycles
: >"$tmp/results"
( # a line a minute
    while sleep 60; do report 0; done
) &
watcher=$!
# shellcheck disable=SC2016  # bash -c expands it
draws | xargs -P "$(nproc)" -d '\n' -n 1 bash -c 'one "$0"' 2> >(grep -v '^xargs: .*255' >&2)
kill $watcher 2>/dev/null
report 1
