/* ptx_texture_rig.h - runs a few lines of PTX with one texture or surface object. */
#ifndef CTADEL_TESTS_UNIT_PTX_TEXTURE_RIG_H
#define CTADEL_TESTS_UNIT_PTX_TEXTURE_RIG_H

#include "ptx_fixture.h"

#include "ptx/texture.h"

enum { TEXELS_AT = 4096 /* in the input buffer; handles lie at its begin */ };

/* Runs `body`, in which %rd1 is the handle of `t` and %f1, %f2, … are what `coord` has for the thread. */
static inline void texture_run(fix_t *x, texture_t t, const char *body, const float *coord, uint32_t threads,
                               uint32_t per_thread, const void *texels, uint32_t bytes)
{
    char text[8192];
    uint64_t handle;
    snprintf(
        text, sizeof text,
        "%s%sld.global.u64 %%rd1, [%%in];\nmul.lo.u32 %%r1, %%t, 16;\nadd.u32 %%r1, %%r1, 256;\ncvt.u64.u32 %%rd2, "
        "%%r1;\nadd.s64 %%rd2, %%in, %%rd2;\nld.global.v4.f32 {%%f1, %%f2, %%f3, %%f4}, [%%rd2];\n%s%s",
        FIX_HEAD, FIX_ENTRY, body, FIX_TAIL);
    assert_true(fix_open(x, text, threads, 32));
    uint8_t *in = gmem_host(x->gmem, x->in_addr);
    t.addr = x->in_addr + TEXELS_AT;
    memcpy(in + TEXELS_AT, texels, bytes);
    if (!texture_create(x->gmem, &t, &handle, &x->err)) fail_msg("%s", x->err.text);
    memcpy(in, &handle, sizeof handle);
    for (uint32_t i = 0; i < threads; i++)
        memcpy(in + 256 + (size_t)16 * i, coord + (size_t)i * per_thread, 4u * per_thread);
    if (!fix_run(x)) fail_msg("%s", x->err.text);
}

#endif
