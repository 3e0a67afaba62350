# shellcheck shell=bash disable=SC2154
# Gates through the whole program. 004 §3.2: 17 CTAs on 4 SMs of 3 slots; which CTA ends when is
# written into the kernel, so that cores 3 and 0 are fast. Then gates together, and their parameters.
gdir=$tmp/gates
mkdir -p "$gdir"
{
    printf '.version 6.3\n.target sm_70\n.address_size 64\n.visible .entry case17(.param .u64 p)\n{\n'
    printf '.reg .pred %%q<2>;\n.reg .b32 %%r<4>;\n.reg .b64 %%d<3>;\nmov.u32 %%r1, %%ctaid.x;\n'
    echo 'setp.lt.u32 %q1, %r1, 12;'
    echo 'selp.b32 %r2, 800, 1600, %q1;'
    n=0
    for cta in 7 11 3 4 0 8; do # in the order in which they end
        n=$((n + 100))
        printf 'setp.eq.u32 %%q1, %%r1, %d;\nselp.b32 %%r2, %d, %%r2, %%q1;\n' $cta $n
    done
    printf 'LOOP:\nadd.s32 %%r2, %%r2, -1;\nsetp.ne.s32 %%q1, %%r2, 0;\n@%%q1 bra LOOP;\n'
    printf 'ld.param.u64 %%d1, [p];\nmul.wide.u32 %%d2, %%r1, 4;\nadd.s64 %%d1, %%d1, %%d2;\n'
    printf 'st.global.u32 [%%d1], %%r1;\nret;\n}\n'
} >"$gdir/case17.ptx"
cat >"$gdir/case17.yaml" <<'YAML'
name: case17
title: CTAs that take their time
ptx: case17.ptx
sizes: {tiny: {n: 17}}
buffers: {out: {type: u32, count: n}}
launches: [{entry: case17, grid: [n], block: [32], registers: 8, args: [out]}]
YAML
case17() { # what the later CTAs should be on, options…: SMs of CTAs 12 to 16
    want=$1
    shift
    (cd "$tmp/cwd" && "$ctadel" run lcs "$gdir/case17.yaml" --set sms=4 --set sm.cta_slots=3 \
        --timeline "$gdir/t.json" "$@") >"$tmp/out" 2>&1
    got=$(awk "$(cat tests/cli/field.awk)"$'\n''/"ph": *"X", *"cat": *"cta"/ { sm[field("lid")] = field("pid") }
        END { for (i = 12; i < 17; i++) printf "%s%s", sm[i], i < 16 ? " " : "" }' "$gdir/t.json")
    [ "$got" = "$want" ]
    verdict $? "17 CTAs, $*: CTAs 12 to 16 on SMs $got, expected $want"
}
for engine in rtl c; do
    case17 '3 3 3 0 0' --engine $engine               # 004 Fig. 9
    case17 '3 3 0 1 2' --engine $engine --gate claso  # 004 Fig. 10
done
case17 '3 3 0 0 1' --gate claso --set claso.p_a=2 # CLASO20: five global credits, two levels
case17 '3 3 0 1 2' --gate claso --set claso.p_l=1 # more local credits, but as few global ones

# Windows of 64 cycles: SMs drain and come back while a kernel runs, alone and beside other policies.
for gates in dyncore claso claso,dyncore; do
    for run in 'dyncta bfs' 'claso mmul' 'gtx480 hst'; do
        # shellcheck disable=SC2086  # machine and workload
        expect 0 'output +pass' run $run --size tiny --gate $gates --engine lockstep \
            --set dyncore.window_cycles=64 --set dyncore.t_act_cycles=400 --set dyncore.sms=5
    done
done
expect 0 'output +pass' run lcs conv --size tiny --gate claso --place bcs --engine lockstep
expect 0 'output +pass' run lcs tran --size tiny --gate dyncore,claso --place bcs --ctas 3 --engine lockstep
expect 0 'output +pass' run smk bp --size tiny --gate claso --set claso.p_a=3 --set claso.p_l=2 --engine lockstep
refuse 'claso.p_b.*p_a' run lcs vadd --size tiny --gate claso --set claso.p_b=1
refuse 'clasp.*claso' run lcs vadd --size tiny --gate clasp
rm -f "$tmp/cwd"/*
