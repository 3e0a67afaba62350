/* ptx_lanes_ref.h - runs one instruction on corner and random values of three 32-bit operands, and compares with a C
 * function, lane by lane. */
#ifndef CTADEL_TESTS_UNIT_PTX_LANES_REF_H
#define CTADEL_TESTS_UNIT_PTX_LANES_REF_H

#include "ptx_fixture.h"

enum { REF_THREADS = 256 };

typedef uint32_t ref_fn_t(uint32_t a, uint32_t b, uint32_t c);

static inline uint32_t ref_value(uint64_t *seed)
{
    static const uint32_t CORNERS[] = {0,          1,          2,          0x7f,       0x80,
                                       0xff,       0x7fff,     0x8000,     0xffff,     0x7fffffff,
                                       0x80000000, 0xffffffff, 0x00800080, 0x80008000, 0x7fff7fff,
                                       0x01ff7f80, 0x3c003c00, 0xfc007c00, 0x7e00fe01, 0x000103ff};
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const uint32_t v = (uint32_t)(*seed >> 32);
    return v % 3 ? v ^ (uint32_t)(*seed >> 11) : CORNERS[(v >> 8) % (sizeof CORNERS / sizeof *CORNERS)];
}

/* `inst` reads %r1, %r2, %r3 and writes %r4. */
static inline void ref_run(const char *inst, ref_fn_t *ref)
{
    static char text[8192];
    static uint32_t in[REF_THREADS * 4];
    uint64_t seed = 12345;
    fix_t x;
    snprintf(text, sizeof text,
             ".version 8.8\n.target sm_100\n.address_size 64\n%s"
             "mul.wide.u32 %%rd1, %%t, 16;\nadd.s64 %%in, %%in, %%rd1;\nld.global.v4.u32 {%%r1, %%r2, %%r3, %%r4}, "
             "[%%in];\n%s\nst.global.u32 [%%out], %%r4;\n%s",
             FIX_ENTRY, inst, FIX_TAIL);
    if (!fix_open(&x, text, REF_THREADS, 32)) fail_msg("%s: %s", inst, x.err.text);
    for (uint32_t i = 0; i < REF_THREADS * 4; i++) in[i] = ref_value(&seed);
    memcpy(gmem_host(x.gmem, x.in_addr), in, sizeof in);
    if (!fix_run(&x)) fail_msg("%s: %s", inst, x.err.text);
    for (uint32_t i = 0; i < REF_THREADS; i++) {
        const uint32_t *v = in + 4 * i, wanted = ref(v[0], v[1], v[2]), got = (uint32_t)fix_out(&x, i);
        if (got != wanted) fail_msg("%s of %08x %08x %08x: %08x, wanted %08x", inst, v[0], v[1], v[2], got, wanted);
    }
    fix_free(&x);
}

#endif
