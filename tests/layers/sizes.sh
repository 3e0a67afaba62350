#!/bin/bash
# Does everything that is too narrow for larger sizes than sim_c/base/sizes.h has fail to build, and say where?
# Raises a size in a copy of that header, and doubles SLOTS in the modules of rtl/ that read a narrower register.
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
built_for() { awk -v name="SCHED_$1" '$2 == name { print $3 }' sim_c/base/sizes.h; }
slots=$(built_for SLOTS_MAX)
twice=$((2 * slots))

ok() { # condition (0: holds), what was asked
    if [ "$1" = 0 ]; then passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $2"
    fi
}

make BUILD="$BUILD" "$BUILD"/gen/{policy_params,registers,monitors}.h "$BUILD"/rtl/words_{disp,kernel}.vh || exit 2
sized() { # folder, size, value
    mkdir -p "$work/$1/base"
    awk -v size="SCHED_$2_MAX" -v to="$3" '$2 == size { $3 = to } 1' sim_c/base/sizes.h >"$work/$1/base/sizes.h"
}
sized SLOTS SLOTS "$twice"
sized WARPS WARPS $((2 * $(built_for WARPS_MAX)))
sized SMS SMS 257
sized KERNELS KERNELS 17
sized many SMS 256
compiles() { # folder of sizes.h, file
    ${CC:-gcc} -std=c11 -D_GNU_SOURCE -fsyntax-only -I"$1" -Isim_c -I"$BUILD/gen" "$2" >"$work/said" 2>&1
}
c_needs() { # file, what its static assertion names
    compiles sim_c "$1"
    ok $? "$1 compiles with $slots slots"
    ! compiles "$work/SLOTS" "$1" && grep -Eq "static assertion failed.*($2|slot_mask_t)" "$work/said"
    ok $? "$1 with $twice slots: $2"
}
c_needs sim_c/policy/golden_regs.c CAP_SLOTS
c_needs sim_c/policy/golden_regs.c TMAX
c_needs sim_c/policy/limit_static.c limit_static.v
for size in SMS KERNELS WARPS; do
    ! compiles "$work/$size" sim_c/policy/golden_regs.c && grep -q "static assertion failed.*SCHED_${size}_MAX" "$work/said"
    ok $? "too large SCHED_${size}_MAX: the type that holds it"
done
for f in sim_c/policy/*.c sim_c/gpu/*.c; do
    compiles "$work/many" "$f"
    ok $? "$f compiles for 256 SMs"
done

elaborates() { # module, slots
    iverilog -g2005 -tnull -I "$BUILD/rtl" -P"$1.SLOTS=$2" -s "$1" -y rtl/disp -y rtl/lib rtl/*/"$1".v >"$work/said" 2>&1
}
rtl_needs() { # module, what the module that does not exist says
    elaborates "$1" "$slots"
    ok $? "$1 elaborates with $slots slots"
    ! elaborates "$1" "$twice" && grep -q "$1_needs_.*$2" "$work/said"
    ok $? "$1 with $twice slots: $2"
}
rtl_needs disp_regs CAP_SLOTS
rtl_needs disp_desc TMAX
rtl_needs limit_static param_n_i
rtl_needs disp_fit_sm count

# A dispatcher with few slots decides in as many cycles as the small ones: the golden model has the stages of these.
stages() { # slots
    echo "module t; limit_lcs #(.SLOTS($1)) u (); initial \$display(\"%0d\", u.LAST); endmodule" >"$work/t.v"
    iverilog -g2005 -o "$work/t" -s t -y rtl/lib "$work/t.v" rtl/limit/limit_lcs.v && vvp -n "$work/t"
}
small=$(built_for SLOTS_SMALL)
few=$(stages 1) all=$(stages "$small") most=$(stages "$slots")
same=0 differ=0
[ "${few:-none}" = "$all" ] || same=1
ok $same "rtl/limit/limit_lcs.v: LAST is '$few' with 1 slot and '$all' with $small; allowed: one value up to $small slots"
[ "$few" != "$most" ] || differ=1
ok $differ "rtl/limit/limit_lcs.v: LAST is '$few' with $slots slots too: this test detects nothing"

narrow=$(grep -rnE 'uint(8|16)_t \*?(\w+_)?(paused|slots)\b' sim_c tb --include='*.[ch]' --include='*.cpp')
[ -z "$narrow" ]
ok $? "masks of CTA slots that are no slot_mask_t: $narrow"

# A tree built with the large models and one built without have other tables of models.
remakes() { make -n BUILD="$BUILD" "$@" "$BUILD/gen/shims.c" | grep -c gen_tables.sh; }
with=$(remakes LARGE=1) without=$(remakes LARGE=)
alike=0
[ "$with" != "$without" ] || alike=1
ok $alike "gen/shims.c is made $with times with LARGE=1, $without times with LARGE=; allowed: again for the other of the two"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
