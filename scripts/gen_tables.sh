#!/bin/sh
# gen_tables.sh policies|params|monitors|shims|shims_whole|refs - generates the C tables that depend on the set of
# files, so that adding a policy, a monitor or a workload edits no list. Indexes are those of the dispatcher
# (rtl/gen_bank.sh --ids). params and monitors are headers. DISPS, ALL_ARBS: the models, by size, for shims.
set -eu
stage() { # type array-name [names…]
    type=$1 array=$2
    shift 2
    for name; do echo "extern const $type policy_$name;"; done
    echo "const $type *const ${array}[] = {"
    for name; do echo "    &policy_$name,"; done
    echo "    NULL};"
}
names() { # stage: modules of its policies, alphabetical
    for f in rtl/"$1"/"$1"_*.v; do basename "$f" .v; done | grep -vxE "arb_(top|ctx|sm)|gate_none" |
        LC_ALL=C sort || true
}
# Refuses, in one line and before anything is built, a policy that lacks a part.
all_parts() {
    for dir in place limit gate arb; do
        for m in $(names $dir); do
            [ -r "sim_c/policy/$m.c" ] || refuse "rtl/$dir/$m.v" "no golden model; write sim_c/policy/$m.c"
            grep -q "^$m;" tests/formal/proofs_*.txt ||
                refuse "rtl/$dir/$m.v" "no proof; add a line '$m;...' to a tests/formal/proofs_*.txt"
        done
    done
}
refuse() {
    echo "$1:1: $2" >&2
    exit 2
}
params() { # module, key, address, reset, max, what: of every policy, in the order of their numbers
    all=$(for dir in place limit gate; do rtl/gen_bank.sh --params $dir || exit 2; done) || exit 2
    printf '%s\n' "$all" | awk -F '\t' '$1 != "" {
        word = $1
        sub(/^[a-z]*_/, "", word)
        if (word in module && module[word] != $1) { # "--set mine.n=1" would mean two registers
            printf "%s and %s both have parameters; rename one of them\n", module[word], $1 > "/dev/stderr"
            exit 2
        }
        module[word] = $1
        print
    }'
}
case $1 in
policies)
    echo '#include "policy/policy.h"'
    echo '#include <stddef.h>'
    # shellcheck disable=SC2046
    {
        all_parts
        rows=$(params) || exit 2
        echo 'const policy_param_t policy_params[] = {'
        printf '%s\n' "$rows" | awk -F '\t' '{ printf "    {\"%s\", \"%s\", %s, %s, %s, \"%s\"},\n", $1, $2, $3, $4, $5, $6 }'
        echo '    {0}};'
        stage place_policy_t place_policies $(names place)
        stage limit_policy_t limit_policies $(names limit)
        stage gate_policy_t gate_policies $(names gate)
        stage arb_policy_t arb_policies $(names arb)
    }
    ;;
params)
    rows=$(params) || exit 2
    echo '/* policy_params.h - written by scripts/gen_tables.sh: number and largest value of each policy parameter. */'
    echo '#ifndef CTADEL_POLICY_PARAMS_H'
    echo '#define CTADEL_POLICY_PARAMS_H'
    echo 'enum {'
    printf '%s\n' "$rows" | awk -F '\t' '{ printf "    PARAM_%s_%s,\n", toupper($1), toupper($2) }'
    echo '    POLICY_PARAMS'
    echo '};'
    printf '%s\n' "$rows" | awk -F '\t' '{ printf "#define PARAM_%s_%s_MAX %s\n", toupper($1), toupper($2), $5 }'
    echo '#endif'
    ;;
monitors) awk -v mode=header -f rtl/gen/monitors.awk rtl/disp/monitors.txt ;;
shims | shims_whole) # whole: of the dispatchers, only the one with all policies
    [ "$1" = shims ] || DISPS=disp_top
    echo '#include "engine/shim.h"'
    echo '#include <stddef.h>'
    for n in $DISPS; do echo "extern const disp_shim_t shim_$n;"; done
    echo 'const disp_shim_t *const disp_shims[] = {'
    for n in $DISPS; do echo "    &shim_$n,"; done
    echo '    NULL};'
    for n in $ALL_ARBS; do echo "extern const arb_shim_t shim_$n;"; done
    echo 'const arb_shim_t *const arb_shims[] = {'
    for n in $ALL_ARBS; do echo "    &shim_$n,"; done
    echo '    NULL};'
    ;;
refs)
    echo '#include "workload/workload.h"'
    echo '#include <stddef.h>'
    for kind in workloads:workload_refs loops:workload_loop_refs clusters:workload_cluster_refs; do
        dirs=$(for f in configs/"${kind%:*}"/*/ref.c; do basename "$(dirname "$f")"; done)
        for d in $dirs; do echo "extern const workload_ref_t workload_ref_$d;"; done
        echo "const workload_ref_t *const ${kind#*:}[] = {"
        for d in $dirs; do echo "    &workload_ref_$d,"; done
        echo '    NULL};'
    done
    ;;
esac
