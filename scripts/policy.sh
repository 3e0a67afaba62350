#!/bin/bash
# Adds a policy of your own as a copy of the stage's simplest one, or removes it.
#
#   scripts/policy.sh add STAGE NAME       STAGE: place, limit, gate or arb
#   scripts/policy.sh remove STAGE NAME    moves the files that add wrote, edited or not, to build/removed
#
# A policy is one Verilog file and one golden model in C of the same name, with a bench, a
# proof line, a mutant and a save file for GTKWave. No list names policies: the build, lockstep,
# lint, proofs and area reports find the files by name.
set -eu
cd "$(dirname "$0")/.."

die() {
    echo "policy.sh: $*" >&2
    exit 2
}
[ $# = 3 ] || die "found $# words; usage: make policy STAGE=limit NAME=mine"
verb=$1 stage=$2 name=$3
case $verb in add | remove) ;; *) die "found '$verb'; allowed are add, remove" ;; esac
case $stage in
place) from=rr word=place run='bp+srad --size tiny --set sms=3' ;; # two kernels at once, 2-D ones
limit) from=tmax word=limit run='mmul --size tiny --set sms=2' ;;  # more CTAs than fit
gate) from=none word=gate run='mmul --size tiny --set sms=2' ;;
arb) from=lrr word=warp run='mmul --size tiny --set sms=2' ;;
*) die "STAGE: found '$stage'; allowed are place, limit, gate, arb" ;;
esac
[[ $name =~ ^[a-z][a-z0-9_]{0,23}$ ]] || die "NAME: found '$name'; allowed are a lower-case letter, then lower-case letters, digits, _, at most 24 in all"
module=${stage}_$name model=${stage}_$from
[ "$module" != "$model" ] || die "NAME: '$name' is the policy others start from"

rtl=rtl/$stage/$module.v
golden=sim_c/policy/$module.c
bench=tests/rtl/${module}_tb.v
proofs=tests/formal/proofs_$module.txt
mutant=tests/formal/mutants/$module.sed
files="$rtl $golden $bench $proofs $mutant waves/$module.gtkw.in"

if [ "$verb" = remove ]; then
    [ -e "$proofs" ] || die "$proofs: not found; '$module' was not made by make policy"
    kept=${BUILD:-build}/removed/$module n=1
    while [ -e "$kept.$n" ]; do n=$((n + 1)); done
    mkdir -p "$kept.$n"
    # shellcheck disable=SC2086  # names made above, without blanks
    for f in $files tests/formal/mutants/"$module"_[0-9]*.sed; do [ ! -e "$f" ] || mv "$f" "$kept.$n/"; done
    # make does not see that a file is gone; this file's time makes it regenerate the tables and the bank.
    touch "rtl/$stage/$model.v"
    echo "removed $module; its files are in $kept.$n; make build takes the word out of the program"
    exit 0
fi

for f in $files rtl/{place,limit,gate,arb}/*_"$name".v; do
    [ -e "$f" ] || continue
    [ ! -e "$proofs" ] || die "$f exists; choose another NAME, or make policy-remove STAGE=$stage NAME=$name"
    die "NAME: '$name' is taken by $f; choose another"
done
# Words of ctadel synth, the module ${stage}_bank, and the first words of other keys of --set.
case $name in all | bank | everything | priority | partition) die "NAME: '$name' has a meaning already; choose another" ;; esac
! grep -qE "[(\"]$name\.[a-z]" sim_c/config/machine_fields*.c tb/run/cosim_task.c ||
    die "NAME: '$name' begins other keys of --set; choose another"
like() { # file of the model, new file: the same with the new name
    sed "s/$model/$module/g" "$1" >"$2"
}
like "rtl/$stage/$model.v" "$rtl"
like "tests/rtl/${model}_tb.v" "$bench"
like "tests/formal/mutants/$model.sed" "$mutant"
if [ "$stage" = gate ]; then # the absence of a gate has no golden model
    cat >"$golden" <<END
/* $module - every issuance the other stages agree on is allowed. */
#include "policy/policy.h"

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    (void)st, (void)v, (void)sm, (void)kid;
    return true;
}

const gate_policy_t policy_$module = {.name = "$module", .ok = ok};
END
else
    like "sim_c/policy/$model.c" "$golden"
fi
{
    echo "# $module: top;parameters;depth;files;solver (tests/formal/run.sh has the rules)."
    sed -n "s/^$model;/$module;/p" tests/formal/proofs_*.txt
} >"$proofs"
like "waves/$model.gtkw.in" "waves/$module.gtkw.in"

echo "made $module, which does what $model does until you edit"
for f in $files; do echo "    $f"; done
cat <<END
then
    make build && build/ctadel run lcs28 $run --$word $name --engine lockstep
    tests/rtl/run.sh $module; tests/formal/run.sh $module; rtl/lint.sh $module; tests/format/run.sh
    make policy-remove STAGE=$stage NAME=$name
END
