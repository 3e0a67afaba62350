#!/bin/bash
# A policy of one's own, as a new user makes one: in a copy of the tree it is made, run in lockstep,
# proven, linted and measured, then edited and run again, and removed without a trace.
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
work=$(mktemp -d)
log=$work/log
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
verdict() { # ok? what
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $2"
        tail -n 4 "$log" | sed 's/^/    /'
    fi
}
step() { # what, command…
    local what=$1
    shift
    "$@" >"$log" 2>&1
    verdict $? "$what"
}

# What is built is kept, so that only the new policy is compiled.
mkdir "$work/tree"
tar -cf - --exclude=./.git --exclude="./$BUILD" . | tar -xf - -C "$work/tree"
cp -a "$BUILD" "$work/tree/build"
export BUILD=build CTADEL_DATA=$work/tree/configs
cd "$work/tree" || exit 2
find . -path ./build -prune -o -type f -print | sort >"$work/before"
xargs md5sum <"$work/before" >"$work/sums"

# An arbiter with a state of its own touches no file that is there.
step 'make policy of an arbiter' make policy STAGE=arb NAME=mine
sed -i 's/^static uint32_t choose/typedef struct {\n    uint32_t grants;\n} mine_t;\n\n&/
    s/(void)st;/((mine_t *)st)->grants++;/
    s/\.choose = choose/.state_bytes = sizeof(mine_t), &/' sim_c/policy/arb_mine.c
step 'its golden model was edited' sh -c 'grep -q "grants++" sim_c/policy/arb_mine.c && grep -q sizeof sim_c/policy/arb_mine.c'
step 'it builds' make build
step 'lockstep of the arbiter' build/ctadel run lcs mmul --size tiny --set sms=4 --warp mine --engine lockstep
step 'no file that was there has changed' md5sum --quiet -c "$work/sums"
step 'make policy-remove of the arbiter' make policy-remove STAGE=arb NAME=mine

step 'make policy' make policy STAGE=limit NAME=mine
step 'it builds' make build
step 'it is listed' sh -c 'build/ctadel list | grep -q mine'
step 'lockstep as made' build/ctadel run lcs mmul --size tiny --set sms=4 --limit mine --engine lockstep
step 'bench' tests/rtl/run.sh limit_mine
step 'proof and mutant' tests/formal/run.sh limit_mine
step 'lint' rtl/lint.sh limit_mine

sed -i "s/assign ok_o     = {SMS{1'b1}};/genvar s; generate for (s = 0; s < SMS; s = s + 1) begin : g_ok assign ok_o[s] = ahead_i[s*CNT_W +: CNT_W] < 2; end endgenerate/" \
    rtl/limit/limit_mine.v
sed -i 's/return true;/return ahead < 2;/' sim_c/policy/limit_mine.c
step 'both files were edited' sh -c 'grep -q "< 2" rtl/limit/limit_mine.v && grep -q "< 2" sim_c/policy/limit_mine.c'
step 'it builds again' make build
step 'lockstep as edited' build/ctadel run lcs mmul --size tiny --set sms=4 --limit mine --engine lockstep
grep -qE 'CTAs per SM, mean / max +[0-9.]+ / 2$' "$log"
verdict $? 'two CTAs per SM at most'

sed -i 's/return ahead < 2;/return ahead < 1;/' sim_c/policy/limit_mine.c
step 'a golden model that differs still builds' make build
build/ctadel run lcs mmul --size tiny --set sms=4 --limit mine --engine lockstep >"$log" 2>&1
[ $? = 1 ] && grep -q 'lockstep: cycle' "$log"
verdict $? 'lockstep says where the two differ'
rm -f lockstep.fst

claim() { # header line of a parameter, what the build says to it
    sed -i "2i // Param     $1: share, of nothing." rtl/limit/limit_mine.v
    make build >"$log" 2>&1
    [ $? != 0 ] && grep -q "limit_mine.v:2: $2" "$log"
    verdict $? "a parameter's claim '$1' is refused"
    sed -i 2d rtl/limit/limit_mine.v
}
claim '14 reset 0 max 0' 'max 0; allowed are 1\.\.'
claim '14 reset 8 max 7' 'reset 8 of at most 7'
claim '12 reset 2 max 15' 'parameter 12 resets to 2 of 15, elsewhere' # of another stage

step 'make policy-remove' make policy-remove STAGE=limit NAME=mine
step 'the next build is without it' sh -c 'make -n build | grep -q "verilator.*limit_bank.v"'
find . -path ./build -prune -o -type f -print | sort >"$work/after"
step 'nothing is left' diff "$work/before" "$work/after"
make policy STAGE=limit NAME=Mine >"$log" 2>&1
[ $? != 0 ] && grep -q "NAME: found 'Mine'" "$log"
verdict $? 'a wrong name is refused'
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
