/* ptx_fixture.h - runs a few lines of PTX and hands back what they stored. */
#ifndef CTADEL_TESTS_UNIT_PTX_FIXTURE_H
#define CTADEL_TESTS_UNIT_PTX_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ptx/float_bits.h"
#include "ptx/ptx.h"

enum { FIX_OUT_BYTES = 64 * 1024, FIX_IN_BYTES = 64 * 1024, FIX_INSTS = 1 << 20 };

/* Module text around the body of `k`: two pointers, enough registers, the thread's number in %t and
 * the address of its 8-byte result in %out. */
#define FIX_HEAD ".version 6.3\n.target sm_75\n.address_size 64\n"
#define FIX_ENTRY                                                                                                      \
    ".visible .entry k(.param .u64 k_out, .param .u64 k_in) {\n"                                                       \
    ".reg .pred %p<9>;\n.reg .b16 %h<9>;\n.reg .b32 %r<19>, %t, %lane;\n.reg .f32 %f<9>;\n"                            \
    ".reg .b64 %rd<19>, %out, %in;\n.reg .f64 %fd<9>;\n"                                                               \
    "ld.param.u64 %out, [k_out];\nld.param.u64 %in, [k_in];\n"                                                         \
    "cvta.to.global.u64 %out, %out;\ncvta.to.global.u64 %in, %in;\n"                                                   \
    "mov.u32 %t, %tid.x;\nmov.u32 %lane, %laneid;\nmul.wide.u32 %rd18, %t, 8;\n"                                       \
    "add.s64 %out, %out, %rd18;\n"
#define FIX_TAIL "ret;\n}\n"

/* Variables of tests of mbarriers. */
#define FIX_MBAR ".shared .align 16 .b64 bar[4]; .shared .align 16 .b8 buf[2048];\n"

typedef struct {
    ptx_module_t *m;
    gmem_t *gmem;
    kernel_launch_t launch;
    uint64_t out_addr, in_addr, insts;
    err_t err;
} fix_t;

static inline void fix_free(fix_t *x)
{
    ptx_launch_destroy(&x->launch);
    ptx_module_destroy(x->m);
    gmem_destroy(x->gmem);
}

/* Parses and prepares entry k, as written or as ptxas makes it, on a gmem that becomes the fixture's; false: x->err
 * says why. Whatever happens, fix_free. */
static inline bool fix_as(fix_t *x, gmem_t *gmem, const char *text, bool as_ptxas, uint32_t threads, uint32_t lanes)
{
    *x = (fix_t){.gmem = gmem};
    x->out_addr = gmem_alloc(x->gmem, "out", FIX_OUT_BYTES, &x->err);
    x->in_addr = gmem_alloc(x->gmem, "in", FIX_IN_BYTES, &x->err);
    const uint64_t params[2] = {x->out_addr, x->in_addr};
    x->m = ptx_parse_text(text, "test.ptx", as_ptxas, &x->err);
    const ptx_kernel_t *k = x->m ? ptx_kernel(x->m, "k", &x->err) : NULL;
    const ptx_launch_cfg_t cfg = {.grid = {1, 1, 1},
                                  .block = {threads, 1, 1},
                                  .warp_lanes = lanes,
                                  .regs_per_thread = 16,
                                  .params = params,
                                  .gmem = x->gmem};
    return k && ptx_launch_create(k, &cfg, &x->launch, &x->err);
}

static inline bool fix_on(fix_t *x, gmem_t *gmem, const char *text, uint32_t threads, uint32_t lanes)
{
    return fix_as(x, gmem, text, false, threads, lanes);
}

static inline bool fix_open(fix_t *x, const char *text, uint32_t threads, uint32_t lanes)
{
    return fix_on(x, gmem_create(1 << 20), text, threads, lanes);
}

static inline bool fix_run(fix_t *x) { return ptx_run_functional(&x->launch, FIX_INSTS, &x->insts, &x->err); }

static inline uint64_t fix_out(fix_t *x, uint32_t i)
{
    uint64_t v;
    memcpy(&v, (uint8_t *)gmem_host(x->gmem, x->out_addr) + 8 * i, sizeof v);
    return v;
}

/* Word i of 32 bits; a thread's result has two. */
static inline uint32_t fix_out32(fix_t *x, uint32_t i) { return (uint32_t)(fix_out(x, i / 2) >> 32 * (i & 1)); }

/* Body lines of k that must run; the caller reads fix_out and calls fix_free. */
static inline void fix_body(fix_t *x, const char *module, const char *body, uint32_t threads, uint32_t lanes)
{
    static char text[32 * 1024];
    snprintf(text, sizeof text, "%s%s%s%s%s", FIX_HEAD, module, FIX_ENTRY, body, FIX_TAIL);
    if (!fix_open(x, text, threads, lanes) || !fix_run(x)) fail_msg("%s", x->err.text);
}

/* One thread's body must leave these n words at %out. */
static inline void fix_expect_words(const char *body, const uint32_t *wanted, uint32_t n)
{
    fix_t x;
    fix_body(&x, "", body, 1, 32);
    for (uint32_t i = 0; i < n; i++)
        if (fix_out32(&x, i) != wanted[i]) fail_msg("word %u: expected %u, found %u", i, wanted[i], fix_out32(&x, i));
    fix_free(&x);
}

/* One thread's body must leave these n values in %r2 and up. */
static inline void fix_expect_regs(const char *module, const char *body, const uint32_t *wanted, uint32_t n)
{
    char text[4096];
    fix_t x;
    uint32_t used = (uint32_t)snprintf(text, sizeof text, "%s", body);
    for (uint32_t i = 0; i < n; i++)
        used += (uint32_t)snprintf(text + used, sizeof text - used, "st.global.u32 [%%out+%u], %%r%u;\n", 8 * i, i + 2);
    fix_body(&x, module, text, 1, 32);
    for (uint32_t i = 0; i < n; i++) assert_int_equal((uint32_t)fix_out(&x, i), wanted[i]);
    fix_free(&x);
}

/* The error that a body gives, at parsing, launch or run. */
static inline void fix_expect_error(const char *module, const char *body, const char *wanted)
{
    static char text[32 * 1024];
    fix_t x;
    snprintf(text, sizeof text, "%s%s%s%s%s", FIX_HEAD, module, FIX_ENTRY, body, FIX_TAIL);
    const bool ran = fix_open(&x, text, 32, 32) && fix_run(&x);
    if (ran) fail_msg("no error; wanted: %s", wanted);
    if (!strstr(x.err.text, wanted)) fail_msg("'%s'; wanted: %s", x.err.text, wanted);
    fix_free(&x);
}

#endif
