# shellcheck shell=bash disable=SC2154
# Local memory: words of a thread's array are interleaved over the threads of the CTA, so that an access of
# 8 or 16 bytes touches the lines of two or four rows. 2 warps; y[t] = sum of what thread t wrote there.
ldir=$tmp/local
mkdir -p "$ldir"
cat >"$ldir/wide.ptx" <<'P'
.version 6.3
.target sm_70
.address_size 64
.visible .entry wide(.param .u64 p)
{
.local .align 16 .b8 own[32];
.reg .b32 %r<9>;
.reg .b64 %d<9>;
mov.u32 %r1, %tid.x;
add.s32 %r2, %r1, 1;
add.s32 %r3, %r1, 2;
add.s32 %r4, %r1, 3;
st.local.v4.u32 [own], {%r1, %r2, %r3, %r4};
cvt.u64.u32 %d1, %r1;
st.local.u64 [own+16], %d1;
ld.local.v4.u32 {%r5, %r6, %r7, %r8}, [own];
ld.local.u64 %d2, [own+16];
cvt.u32.u64 %r2, %d2;
add.s32 %r5, %r5, %r6;
add.s32 %r7, %r7, %r8;
add.s32 %r5, %r5, %r7;
add.s32 %r5, %r5, %r2;
ld.param.u64 %d3, [p];
mul.wide.u32 %d4, %r1, 4;
add.s64 %d3, %d3, %d4;
st.global.u32 [%d3], %r5;
ret;
}
P
cat >"$ldir/wide.yaml" <<'Y'
name: wide
title: accesses of several words to local memory
ptx: wide.ptx
sizes: {tiny: {n: 64}}
buffers:
  out: {type: u32, count: n}
launches: [{entry: wide, grid: [1], block: [n], registers: 16, args: [out]}]
Y
for engine in rtl c; do
    expect 0 '^cycles' run lcs "$ldir/wide.yaml" --engine $engine --stats "$ldir/s.json"
    txns=$(awk '$1 == "\"mem_txns\":" { n += $2 } END { print n + 0 }' "$ldir/s.json")
    # Of each warp: 4 + 2 lines written and read, and one line of out; the parameter is a read of the constant cache.
    [ "$txns" = $((2 * (2 * (4 + 2) + 1 + 1))) ]
    verdict $? "local memory, $engine: $txns transactions, expected 28"
done
