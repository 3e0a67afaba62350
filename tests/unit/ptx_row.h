/* ptx_row.h - runs one instruction for 1024 combinations of operands, and compares with a C expression over them. */
#ifndef CTADEL_TESTS_UNIT_PTX_ROW_H
#define CTADEL_TESTS_UNIT_PTX_ROW_H

#include "ptx_fixture.h"

#include <math.h>

/* Tables, a row per type or instruction. */
/* clang-format off */
typedef uint64_t ref_fn(uint64_t A, uint64_t B, uint64_t C);
typedef enum { D16, D32, D64, DF32, DF64, DPRED } result_t;
typedef struct {
    const char *text; /* sources %hA %rA %rdA %fA %fdA and B, C; result %hD %rD %rdD %fD %fdD %pD */
    result_t result;
    ref_fn *ref;
} row_t;

/* Small letters: the operands as the types a row needs. */
#define REF(name, e)                                                                               \
    static uint64_t name(uint64_t A, uint64_t B, uint64_t C)                                       \
    {                                                                                              \
        const uint16_t ah = (uint16_t)A, bh = (uint16_t)B, ch = (uint16_t)C;                       \
        const int16_t sah = (int16_t)A, sbh = (int16_t)B;                                          \
        const uint32_t a = (uint32_t)A, b = (uint32_t)B, c = (uint32_t)C;                          \
        const int32_t sa = (int32_t)A, sb = (int32_t)B, sc = (int32_t)C;                           \
        const int64_t sA = (int64_t)A, sB = (int64_t)B;                                            \
        const float fa = f32_of(A), fb = f32_of(B), fc = f32_of(C);                                      \
        const double da = f64_of(A), db = f64_of(B), dc = f64_of(C);                                     \
        (void)ah, (void)bh, (void)ch, (void)sah, (void)sbh, (void)a, (void)b, (void)c, (void)sa;   \
        (void)sb, (void)sc, (void)sA, (void)sB, (void)fa, (void)fb, (void)fc, (void)da, (void)db;  \
        (void)dc;                                                                                  \
        return (uint64_t)(e);                                                                      \
    }

/* clang-format on */

static const uint64_t VALUES[32] = {0,
                                    1,
                                    2,
                                    5,
                                    31,
                                    32,
                                    33,
                                    64,
                                    0xff,
                                    0x7f,
                                    0x8000,
                                    0xffff,
                                    0x7fffffff,
                                    0x80000000,
                                    0xffffffff,
                                    UINT64_C(0x8000000000000000),
                                    UINT64_MAX,
                                    UINT64_C(0x7fffffffffffffff),
                                    UINT64_C(0x3ff000003f800000),
                                    UINT64_C(0xc00400004020cccd),
                                    UINT64_C(0x7ff800007fc00000),
                                    UINT64_C(0x7ff000007f800000),
                                    UINT64_C(0xfff00000ff800000),
                                    UINT64_C(0x0000000100000001),
                                    UINT64_C(0x4059200042c90000),
                                    UINT64_C(0xc1e00000cf000000),
                                    UINT64_C(0x41dfffffffc00000),
                                    UINT64_C(0x43e000004f000000),
                                    UINT64_C(0xbfe00000bf000000),
                                    UINT64_C(0x123456789abcdef0),
                                    UINT64_C(0xfedcba9876543210),
                                    UINT64_C(0x3fe000003f000001)};

static inline uint64_t narrow(uint64_t v, result_t result)
{
    switch (result) {
    case D16: return v & 0xffff;
    case D32:
    case DF32: return v & 0xffffffff;
    case DPRED: return v & 1;
    default: return v;
    }
}

static inline bool same(uint64_t found, uint64_t wanted, result_t result)
{
    if (found == wanted) return true;
    if (result == DF32) return isnan(f32_of(found)) && isnan(f32_of(wanted));
    return result == DF64 && isnan(f64_of(found)) && isnan(f64_of(wanted));
}

static inline const char *store_of(result_t result)
{
    switch (result) {
    case D16: return "st.global.u16 [%out], %hD;\n";
    case D32: return "st.global.u32 [%out], %rD;\n";
    case DF32: return "st.global.f32 [%out], %fD;\n";
    case DF64: return "st.global.f64 [%out], %fdD;\n";
    case DPRED: return "selp.u32 %rD, 1, 0, %pD;\nst.global.u32 [%out], %rD;\n";
    default: return "st.global.u64 [%out], %rdD;\n";
    }
}

static inline void check_row(const row_t *row, uint32_t lanes)
{
    static char body[4096];
    fix_t x;
    snprintf(body, sizeof body,
             ".reg .b16 %%hA, %%hB, %%hC, %%hD;\n.reg .b32 %%rA, %%rB, %%rC, %%rD;\n"
             ".reg .b64 %%rdA, %%rdB, %%rdC, %%rdD;\n.reg .f32 %%fA, %%fB, %%fC, %%fD;\n"
             ".reg .f64 %%fdA, %%fdB, %%fdC, %%fdD;\n.reg .pred %%pD;\n"
             "mad.wide.u32 %%rd1, %%t, 24, %%in;\nld.global.u64 %%rdA, [%%rd1];\n"
             "ld.global.u64 %%rdB, [%%rd1+8];\nld.global.u64 %%rdC, [%%rd1+16];\n"
             "cvt.u32.u64 %%rA, %%rdA; cvt.u32.u64 %%rB, %%rdB; cvt.u32.u64 %%rC, %%rdC;\n"
             "cvt.u16.u64 %%hA, %%rdA; cvt.u16.u64 %%hB, %%rdB; cvt.u16.u64 %%hC, %%rdC;\n"
             "mov.b32 %%fA, %%rA; mov.b32 %%fB, %%rB; mov.b32 %%fC, %%rC;\n"
             "mov.b64 %%fdA, %%rdA; mov.b64 %%fdB, %%rdB; mov.b64 %%fdC, %%rdC;\n%s\n%s",
             row->text, store_of(row->result));
    static char text[8192];
    snprintf(text, sizeof text, "%s%s%s%s", FIX_HEAD, FIX_ENTRY, body, FIX_TAIL);
    if (!fix_open(&x, text, 1024, lanes)) fail_msg("%s: %s", row->text, x.err.text);
    uint64_t *in = gmem_host(x.gmem, x.in_addr);
    for (uint32_t i = 0; i < 1024; i++) {
        in[3 * i] = VALUES[i % 32];
        in[3 * i + 1] = VALUES[i / 32];
        in[3 * i + 2] = VALUES[(i * 7 + i / 32 + 3) % 32];
    }
    if (!fix_run(&x)) fail_msg("%s: %s", row->text, x.err.text);
    for (uint32_t i = 0; i < 1024; i++) {
        const uint64_t raw = row->ref(in[3 * i], in[3 * i + 1], in[3 * i + 2]);
        const uint64_t wanted = narrow(raw, row->result);
        if (same(fix_out(&x, i), wanted, row->result)) continue;
        fail_msg("%s: of %llx %llx %llx found %llx, expected %llx", row->text, (unsigned long long)in[3 * i],
                 (unsigned long long)in[3 * i + 1], (unsigned long long)in[3 * i + 2],
                 (unsigned long long)fix_out(&x, i), (unsigned long long)wanted);
    }
    fix_free(&x);
}

#endif
