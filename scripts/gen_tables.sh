#!/bin/sh
# gen_tables.sh policies|shims|refs - the C tables that follow from which files there are, so that
# adding a policy or a workload edits no list. Index order is the dispatcher's: rtl/gen_bank.sh --ids.
set -eu
stage() { # type array-name [names…]
    type=$1 array=$2
    shift 2
    for name; do echo "extern const $type policy_$name;"; done
    echo "const $type *const $array[] = {"
    for name; do echo "    &policy_$name,"; done
    echo "    NULL};"
}
names() { # stage: modules of its policies, alphabetical
    for f in rtl/"$1"/"$1"_*.v; do basename "$f" .v; done | grep -vxE "arb_(top|ctx)|gate_none" |
        LC_ALL=C sort || true
}
params() { # header lines "// Param  N reset V max M: key, what it is."
    echo 'const policy_param_t policy_params[] = {'
    awk '/^\/\/ Param / { # a register that policies share is one register
            has = "resets to " $5 + 0 " of " $7 + 0
            if ($3 in first && first[$3] != has) {
                printf "%s:%d: parameter %d %s, elsewhere %s\n", FILENAME, FNR, $3, has, first[$3]
                exit 2
            }
            first[$3] = has
        }' rtl/place/*.v rtl/limit/*.v rtl/gate/*.v >&2
    for f in rtl/place/*.v rtl/limit/*.v rtl/gate/*.v; do
        sed -n 's|^// Param  *\([0-9]*\) reset \([0-9]*\) max \([0-9]*\): \([a-z0-9_]*\), \(.*[^.]\).*$|    {"'"$(basename "$f" .v)"'", "\4", \1, \2, \3, "\5"},|p' "$f"
    done
    echo '    {0}};'
}
case $1 in
policies)
    echo '#include "policy/policy.h"'
    echo '#include <stddef.h>'
    # shellcheck disable=SC2046
    {
        params
        stage place_policy_t place_policies $(names place)
        stage limit_policy_t limit_policies $(names limit)
        stage gate_policy_t gate_policies $(names gate)
        stage arb_policy_t arb_policies $(names arb)
    }
    ;;
shims)
    echo '#include "shim.h"'
    echo '#include <stddef.h>'
    for n in $(names arb); do echo "extern const arb_shim_t shim_$n;"; done
    echo 'const arb_shim_t *const arb_shims[] = {'
    for n in $(names arb); do echo "    &shim_$n,"; done
    echo '    NULL};'
    ;;
refs)
    echo '#include "workload/workload.h"'
    echo '#include <stddef.h>'
    dirs=$(for f in configs/workloads/*/ref.c; do basename "$(dirname "$f")"; done)
    for d in $dirs; do echo "extern const workload_ref_t workload_ref_$d;"; done
    echo 'const workload_ref_t *const workload_refs[] = {'
    for d in $dirs; do echo "    &workload_ref_$d,"; done
    echo '    NULL};'
    ;;
esac
