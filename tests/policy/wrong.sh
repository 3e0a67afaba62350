#!/bin/bash
# Would lockstep find a mistake in the golden model? For every policy of the tree, the command of docs/policy.md for its
# stage must pass, and count that the policy mattered; with one wrong answer planted in the golden model
# (build/ctadel-wrong, tests/cosim/wrong.c) it must stop at a difference.
#
#   tests/policy/wrong.sh [POLICY...]    default: all, as limit_lcs
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
ctadel=$(realpath "$BUILD/ctadel") wrong=$(realpath "$BUILD/ctadel-wrong")
page=$PWD/docs/policy.md
export CTADEL_DATA=${CTADEL_DATA:-$PWD/configs}
mapfile -t tree < <(for f in rtl/{place,limit,gate,arb}/*_*.v; do basename "$f" .v; done |
    grep -vxE 'arb_(top|ctx|sm)|gate_none')
for p in "$@"; do
    printf '%s\n' "${tree[@]}" | grep -qx "$p" ||
        { echo "tests/policy/wrong.sh: found '$p'; allowed: ${tree[*]}" >&2 && exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2 # a difference writes waves
passed=0 failed=0
verdict() { # ok? what
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $2"
        grep '^ctadel' log | head -n 3 | sed 's/^/    /'
    fi
}
workload() { # policy: workload and machine of the page's command, or what else this policy's mechanism needs
    case $1 in
    limit_smk | limit_smc) echo 'bp+srad --size tiny --set sms=2 --place mixed' ;; # a pair of kernels on an SM
    arb_alt | arb_sim) echo 'bp+hot --size tiny --set sms=2 --place mixed' ;;
    place_backfill) echo 'mmul+vadd --size tiny --set sms=2' ;;      # a CTA of vadd fits beside those of mmul
    place_gpcs) echo 'bp+srad --size tiny --set sms=3 --set gpc_sms=2+1' ;;  # GPCs of different sizes
    arb_ccws) echo 'bfs --size tiny --set sm.l1d.sets=1' ;;          # loads that lose their lines
    arb_sca) echo 'mmul --size tiny --set sms=2 --place bcs' ;;      # blocks of CTAs
    *) sed -nE "s/^\| \`${1%%_*}\` \| \`build\/ctadel run lcs28 (.*) --[a-z]+ mine --engine.*/\1/p" "$page" ;;
    esac
}
option() { # policy
    case $1 in
    limit_static) echo '--ctas 2' ;;
    arb_*) echo "--warp ${1#arb_}" ;;
    *) echo "--${1%%_*} ${1#*_}" ;;
    esac
}
at() { # policy: number of the answer that is wrong
    case $1 in
    arb_* | limit_smk) echo 100 ;;
    limit_tmax) echo 10 ;;
    *) echo 1 ;;
    esac
}
matters() { # policy. Plain ones refuse and change nothing; arb_sim deals warps before a grant
    local counts
    case $1 in
    place_rr | limit_tmax | arb_gto | arb_sim) return 0 ;;
    esac
    counts=$(grep -oE "; ${1%%_*} ${1#*_}: [0-9]+ decided, [0-9]+ refused, [0-9]+ changed" log)
    [ -n "$counts" ] && [[ $counts != *' 0 refused, 0 changed' ]] &&
        ! grep -qE '^ctadel: note:.*(refused 0|as .* would)' log
}
one() { # policy
    local words
    words="$(workload "$1") $(option "$1") --engine lockstep"
    # shellcheck disable=SC2086  # words
    "$ctadel" run lcs28 $words >log 2>&1 && grep -q 'lockstep: .* cycles compared' log
    verdict $? "$1 passes: ctadel run lcs28 $words"
    matters "$1"
    verdict $? "$1 matters: ctadel run lcs28 $words"
    # shellcheck disable=SC2086
    CTADEL_WRONG=$1.$(at "$1") "$wrong" run lcs28 $words >log 2>&1
    [ $? = 1 ] && grep -q 'check failed: lockstep: cycle' log
    verdict $? "$1 with a wrong answer of its golden model fails: ctadel run lcs28 $words"
}
[ $# -gt 0 ] || set -- "${tree[@]}"
for p in "$@"; do one "$p"; done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
