# shellcheck shell=bash disable=SC2154
# Lazy CTA scheduling through the whole program: fewer CTAs per SM, the same output, engines agree; a
# warp scheduler that is not greedy is noted, not refused.
for how in 0 1 2; do
    expect 0 'output +pass' run lcs mmul --size tiny --set sms=2 --limit lcs --set lcs.rounding=$how \
        --set lcs.scope=$((how & 1)) --engine lockstep
done
expect 0 'output +pass' run dyncta srad --size tiny --set sms=3 --limit lcs --place bcs --engine lockstep
expect 0 'output +pass' run smk hst --size tiny --set sms=2 --limit lcs --engine lockstep
expect 0 'note: lrr: --limit lcs .* greedy' run lcs mmul --size tiny --set sms=2 --limit lcs --warp gto,lrr
(cd "$tmp/cwd" && "$ctadel" run lcs mmul --size tiny --set sms=2 --limit tmax,lcs) >"$tmp/out" 2>&1
grep -qE 'note' "$tmp/out" && rc=1 || rc=0
awk '/^CTAs per SM/ { exit !($10 < $7 * 0.99) }' "$tmp/out" || rc=1
verdict $rc 'lcs under gto: no note, and fewer CTAs per SM than T_max on mmul'
refuse 'lcs.rounding, lcs.scope' run lcs mmul --size tiny --limit lcs --set lcs.round=1

# 000 §4.1: four CTAs on an SM, and when the first ends they have issued in the ratio 4 : 3 : 3 : 0. CTA 0
# runs 400 rounds; CTAs 1 and 2 stop after 300 and wait for memory, CTA 3 does so at once.
ldir=$tmp/lcs
mkdir -p "$ldir"
cat >"$ldir/ratio.ptx" <<'PTX'
.version 6.3
.target sm_70
.address_size 64
.visible .entry ratio(.param .u64 p)
{
.reg .pred %q<3>;
.reg .b32 %r<6>;
.reg .b64 %d<4>;
mov.u32 %r1, %ctaid.x;
ld.param.u64 %d1, [p];
setp.lt.u32 %q2, %r1, 4;
selp.b32 %r2, 300, 100, %q2;
setp.eq.u32 %q1, %r1, 0;
selp.b32 %r2, 400, %r2, %q1;
setp.eq.u32 %q1, %r1, 3;
@%q1 bra WAIT;
LOOP:
add.s32 %r2, %r2, -1;
setp.ne.s32 %q1, %r2, 0;
@%q1 bra LOOP;
setp.eq.u32 %q1, %r1, 0;
@%q1 bra END;
@!%q2 bra END;
WAIT:
mul.wide.u32 %d2, %r1, 65536;
add.s64 %d2, %d1, %d2;
mov.u32 %r3, 100;
NEXT:
ld.global.u32 %r4, [%d2];
add.s32 %r3, %r3, -1;
setp.ne.s32 %q1, %r3, 0;
mul.wide.u32 %d3, %r4, 4;
add.s64 %d2, %d2, %d3;
add.s64 %d2, %d2, 640;
@%q1 bra NEXT;
END:
ret;
}
PTX
cat >"$ldir/ratio.yaml" <<'YAML'
name: ratio
title: four CTAs that issue 4, 3, 3 and 0 parts
ptx: ratio.ptx
sizes: {tiny: {ctas: 16, words: 65536}}
buffers: {zeros: {type: u32, count: words}}
launches: [{entry: ratio, grid: [ctas], block: [32], registers: 8, args: [zeros]}]
YAML
ratio() { # CTAs expected, options…: most on the SM when one of those behind the first four begins
    want=$1
    shift
    (cd "$tmp/cwd" && "$ctadel" run lcs "$ldir/ratio.yaml" --set sms=1 --set sm.cta_slots=4 \
        --timeline "$ldir/t.json" "$@") >"$tmp/out" 2>&1
    got=$(awk "$(cat tests/cli/field.awk)"$'\n''/"ph": *"X", *"cat": *"cta"/ {
            id = field("lid"); from[id] = field("begin_cycle"); till[id] = from[id] + field("cycles") }
        END { for (i = 4; i < 16; i++) {
                n = 0
                for (j = 0; j < 16; j++) n += from[j] <= from[i] && from[i] < till[j]
                if (n > most) most = n }
            print most + 0 }' "$ldir/t.json")
    [ "$got" = "$want" ]
    verdict $? "4 : 3 : 3 : 0, $*: $got CTAs on the SM, expected $want"
}
ratio 4
for engine in rtl c; do
    ratio 2 --limit lcs --engine $engine                        # down
    ratio 3 --limit lcs --set lcs.rounding=1 --engine $engine   # up
    ratio 3 --limit lcs --set lcs.rounding=2 --engine $engine   # to the nearest
done
