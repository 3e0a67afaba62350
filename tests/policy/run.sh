#!/bin/bash
# Policies of one's own, as a new user makes them: in a copy of the tree one is made in each stage, proven
# and run in lockstep as made; then it is replaced by one with two parameters and a monitor (edited/), run
# in lockstep, proven, linted and measured, and removed without a trace. No file that was there changes.
# Three more read each input that all stages have (sees/): lockstep agrees with the golden model, and differs where that
# model reads the input of an earlier clock or of another kernel; or they refuse everything, and the deadlock names them.
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
here=$PWD/tests/policy
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
tests/copy.sh "$work/tree" || exit 2
export BUILD=build CTADEL_DATA=$work/tree/configs
export VOPT=-O0 LARGE= # the models are compiled three times and run for seconds
cd "$work/tree" || exit 2
find . -path ./build -prune -o -type f -print | sort >"$work/before"
xargs md5sum <"$work/before" >"$work/sums"

policies='place:minep limit:minel gate:mineg arb:minew'
modules='place_minep limit_minel gate_mineg arb_minew'
seers='place:seep limit:seel gate:seeg'
as_made='--place minep --limit minel --gate mineg --warp minew'
for p in $policies; do
    step "make policy ${p#*:}" make policy STAGE="${p%:*}" NAME="${p#*:}"
    cp "$log" "$work/made.${p#*:}"
done
for p in $seers; do
    step "make policy ${p#*:}" make policy STAGE="${p%:*}" NAME="${p#*:}"
    m=${p%:*}_${p#*:}
    cp "$here/sees/$m.v" "rtl/${p%:*}/$m.v"
    cp "$here/sees/$m.c" "sim_c/policy/$m.c"
done
# The lockstep command that make policy prints, and that of the tutorial.
printed=$(sed -n 's/^ *make build && \(build\/ctadel run .*\)/\1/p' "$work/made.minel")
tutorial=$(sed -n '/^build\/ctadel run .* --limit mine --engine lockstep$/{s/ mine / minel /;p;}' docs/policy.md)
step 'no file that was there has changed' md5sum --quiet -c "$work/sums"
step 'it builds' make build
for p in $policies; do step "${p#*:} is listed" sh -c "build/ctadel list | grep -q ${p#*:}"; done
step 'the library of ctadel cuda, if it is built, has them too' \
    sh -c '[ ! -e build/cuda/libcudart.so.13 ] || grep -q limit_minel build/cuda/libcudart.so.13'
# shellcheck disable=SC2086  # options
step 'lockstep as made' build/ctadel run lcs28 mmul --size tiny --set sms=4 $as_made --engine lockstep
# shellcheck disable=SC2086  # modules
step 'benches' tests/rtl/run.sh --some $modules
# shellcheck disable=SC2086
step 'proofs and mutants as made' tests/formal/run.sh $modules

sees() { # STAGE, NAME, inputs: each is read rightly, and a golden model that reads it wrongly is noticed
    local look options
    for look in $(seq "$3"); do
        options="bp+srad --size tiny --set sms=12 --$1 $2 --set $2.look=$look --engine lockstep"
        # shellcheck disable=SC2086  # options
        step "$2: input $look" build/ctadel run lcs28 $options
        # shellcheck disable=SC2086
        build/ctadel run lcs28 $options --set "$2.late=$look" >"$log" 2>&1
        [ $? = 1 ] && grep -q 'lockstep: cycle' "$log"
        verdict $? "$2: input $look of another clock or kernel"
        rm -f lockstep.fst lockstep.gtkw
    done
}
sees place seep 5
sees limit seel 4
sees gate seeg 6
step 'lint of policies that read these inputs' rtl/lint.sh place_seep limit_seel gate_seeg
refuses() { # STAGE, NAME, value of look: a deadlock that names the policy, under every engine
    local engine
    for engine in c rtl lockstep; do
        build/ctadel run lcs28 mmul --size tiny --set sms=2 --set no_progress_cycles=1000 "--$1" "$2" --set "$2.look=$3" \
            --engine $engine >"$log" 2>&1
        [ $? = 2 ] && grep -q "deadlock at cycle [0-9]*, .*: $1 $2 refuses kernel '[a-z]*' on all 2 SMs, 15 CTAs left; no SM holds a CTA" "$log"
        verdict $? "a deadlock by $1 $2 under engine $engine"
    done
}
refuses place seep 6
refuses limit seel 5
refuses gate seeg 7

for m in $modules; do
    cp "$here/edited/$m.v" "rtl/${m%%_*}/$m.v"
    cp "$here/edited/$m.c" "sim_c/policy/$m.c"
    cp "$here/edited/$m.sed" "tests/formal/mutants/$m.sed"
done
# A new port, parameter or size of a policy is its proof line's business.
sed -i 's/^\(place_minep\|limit_minel\|gate_mineg\);SMS=3/&,F_TOP=1/; s/,F_TOP=1\(.*\),F_TOP=1/,F_TOP=1\1/' \
    tests/formal/proofs_{place_minep,limit_minel,gate_mineg}.txt
sed -i 's/;1$/;6/' tests/formal/proofs_{limit_minel,gate_mineg}.txt
sed -i 's/;lib\/lib_rr_arb.v//' tests/formal/proofs_arb_minew.txt
step 'it builds as edited' make build
step 'still no other file has changed' md5sum --quiet -c "$work/sums"
# shellcheck disable=SC2086
step 'lockstep as edited' build/ctadel run lcs28 mmul --size tiny --set sms=4 $as_made --engine lockstep \
    --set minep.first=2 --set minep.t_idle=3 --set minel.few=1 --set minel.t_idle=4 --set mineg.t_active=5
# shellcheck disable=SC2086
step 'lockstep with victims' build/ctadel run lcs28 bfs --size tiny $as_made --set sm.victim_tags=8 \
    --set sm.l1d.sets=1 --engine lockstep
for few in 1 16; do
    build/ctadel run lcs28 mmul --size tiny --set sms=4 --limit minel --set minel.few=$few --engine c \
        --stats "$work/few.$few" >"$log" 2>&1
done
cmp -s "$work/few.1" "$work/few.16"
verdict $(($? != 1)) 'a parameter acts'
build/ctadel run lcs28 mmul --limit minel --set minel.few=17 >"$log" 2>&1
verdict $(($? != 2)) 'a parameter above its max is refused'
# shellcheck disable=SC2086
step 'proofs and mutants as edited' tests/formal/run.sh $modules
# shellcheck disable=SC2086
step 'lint' rtl/lint.sh $modules
step 'area of a dispatcher with all three' build/ctadel synth minep+minel+mineg --sms 2 --slots 2 --no-power --out build/synth
for w in minep minel mineg; do step "a row with $w" grep -q "$w" build/synth/synth.csv; done
step 'area of the arbiter' build/ctadel synth minew --slots 2 --warps 8 --no-power --out build/synth_arb
step 'a row for minew' grep -q 'minew' build/synth_arb/synth.csv

catches() { # what, command: lockstep stops at a difference
    [ -n "$2" ] && $2 >"$log" 2>&1
    [ $? = 1 ] && grep -q 'lockstep: cycle' "$log"
    verdict $? "$1: '$2'"
    rm -f lockstep.fst lockstep.gtkw
}
cp sim_c/policy/limit_minel.c "$work/right"
sed -i 's/ahead < v->param/ahead <= v->param/' sim_c/policy/limit_minel.c
step 'a golden model that is wrong by one CTA builds' make build
catches 'the command that make policy prints catches it' "$printed"
catches "the tutorial's command catches it" "$tutorial"
cp "$work/right" sim_c/policy/limit_minel.c
sed -i 's/|| ((const minel_t/\&\& !((const minel_t/' sim_c/policy/limit_minel.c
step 'a golden model that differs still builds' make build
build/ctadel run lcs28 mmul --size tiny --set sms=4 --limit minel --engine lockstep >"$log" 2>&1
[ $? = 1 ] && grep -q 'lockstep: cycle' "$log"
verdict $? 'lockstep says where the two differ'
rm lockstep.fst lockstep.gtkw

refused() { # what, file that is edited, sed script, what the build says to it
    cp "$2" "$work/good"
    sed -i "$3" "$2"
    make build >"$log" 2>&1
    [ $? != 0 ] && [ "$(grep -c "$4" "$log")" = 1 ]
    verdict $? "$1"
    cp "$work/good" "$2"
}
l=rtl/limit/limit_minel.v
refused 'a greatest value of 0' $l 's/few reset 2 max 16/few reset 0 max 0/' 'limit_minel.v:3: max 0; allowed are 1\.\.'
refused 'a reset above it' $l 's/few reset 2 max 16/few reset 17 max 16/' 'limit_minel.v:3: reset 17 of at most 16'
refused 'a parameter without a key' $l 's/Param     few/Param     14/' 'limit_minel.v:3: found .*allowed is: // Param  key'
refused 'a parameter claimed twice' $l 's/Param     t_idle/Param     few/' "limit_minel.v:4: parameter 'few' is claimed twice"
refused 'a parameter without a port' $l '/param_t_idle_i,/d' "limit_minel.v:4: parameter 't_idle' has no port; add"
refused 'a port of another width' $l 's/wire \[4:0\]           param_few_i/wire [5:0] param_few_i/' 'param_few_i is .*needs'
refused 'a port that the stage has not' $l 's/mon_idle_i,/mon_idel_i,/' 'port mon_idel_i is not in rtl/limit/ports.txt'
refused 'a port that is missing' $l '/output wire \[SMS-1:0\] *ok_o/d' 'output ok_o is missing'
mv sim_c/policy/limit_minel.c "$work/model"
refused 'no golden model' $l '1s/$/ /' 'limit_minel.v:1: no golden model; write sim_c/policy/limit_minel.c'
mv "$work/model" sim_c/policy/limit_minel.c
mv tests/formal/proofs_limit_minel.txt "$work/proof"
refused 'no proof' $l '1s/$/ /' 'limit_minel.v:1: no proof; add a line'
mv "$work/proof" tests/formal/proofs_limit_minel.txt

for p in $policies $seers; do step "make policy-remove ${p#*:}" make policy-remove STAGE="${p%:*}" NAME="${p#*:}"; done
step 'the next build is without them' sh -c 'make -n build | grep -q "verilator.*limit_bank.v"'
find . -path ./build -prune -o -type f -print | sort >"$work/after"
step 'nothing is left' diff "$work/before" "$work/after"
step 'what was there is as it was' md5sum --quiet -c "$work/sums"
# The product of a grid's sizes is in the dispatcher as written, and gone where no policy reads ctas_i.
rtl/banks.sh
step 'no gates for an input that no policy reads' yosys -q -p "read_verilog -defer -I$BUILD/rtl $(echo rtl/{disp,lib,place,limit,gate}/*.v) \
    $(echo $BUILD/rtl/{place,limit,gate}_bank.v); hierarchy -check -top disp_top -chparam SMS 2 -chparam SLOTS 2 -chparam KERNELS 2
    proc; flatten; select -assert-any n:*mul\$rtl/lib/lib_ctas.v*; opt_clean; select -assert-none n:*mul\$rtl/lib/lib_ctas.v*"
for script in rtl/lint.sh tests/rtl/run.sh tests/mutate/run.sh tests/docs/run.sh; do
    "$script" limit_nosuch >"$log" 2>&1
    [ $? = 2 ] && [ "$(wc -l <"$log")" = 1 ] && grep -q "^$script: .*limit_nosuch.*; allowed: " "$log"
    verdict $? "$script refuses an unknown name"
done
no_policy() { # STAGE, NAME, what is said
    make policy STAGE="$1" NAME="$2" >"$log" 2>&1
    [ $? != 0 ] && grep -q "^policy.sh: $3" "$log"
    verdict $? "$1 $2 is refused"
}
no_policy limit Mine "NAME: found 'Mine'; allowed are a lower-case letter"
no_policy limit lcs "NAME: 'lcs' is taken by rtl/limit/limit_lcs.v; choose another"
no_policy gate lcs "NAME: 'lcs' is taken by rtl/limit/limit_lcs.v; choose another"
no_policy place bank "NAME: 'bank' has a meaning already; choose another"
no_policy arb l2 "NAME: 'l2' begins other keys of --set; choose another"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
