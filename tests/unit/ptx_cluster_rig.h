/* ptx_cluster_rig.h - launches of short kernels with clusters of several CTAs, whole or instruction by instruction. */
#ifndef CTADEL_TESTS_UNIT_PTX_CLUSTER_RIG_H
#define CTADEL_TESTS_UNIT_PTX_CLUSTER_RIG_H

#include "ptx_fixture.h"

/* The kernel k: %out is its own word pair, %rank the rank of its CTA; directives behind the parameters. */
#define CLUS_BODY(directives, body)                                                                                    \
    ".version 7.8\n.target sm_90\n.address_size 64\n"                                                                  \
    ".visible .entry k(.param .u64 k_out, .param .u64 k_in) " directives " {\n"                                        \
    ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<19>, %t, %rank; .reg .b64 %rd<19>, %out, %in;\n"                  \
    ".shared .align 16 .b64 bar[2]; .shared .align 16 .b8 buf[256];\n"                                                 \
    "ld.param.u64 %out, [k_out]; ld.param.u64 %in, [k_in]; mov.u32 %t, %tid.x; mov.u32 %rank, %cluster_ctarank;\n"     \
    "mov.u32 %r16, %ctaid.x; mov.u32 %r17, %ctaid.y; mov.u32 %r18, %nctaid.x; mad.lo.u32 %r16, %r17, %r18, %r16;\n"    \
    "mov.u32 %r17, %ntid.x; mad.lo.u32 %r16, %r16, %r17, %t; mad.wide.u32 %out, %r16, 8, %out;\n" body "ret;\n}\n"
#define CLUS_SYNC "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n"

/* Prepares k; false: x->err. Whatever happens, fix_free. */
static inline bool clus_open(fix_t *x, const char *text, const ptx_launch_cfg_t *like)
{
    *x = (fix_t){.gmem = gmem_create(1 << 20)};
    x->out_addr = gmem_alloc(x->gmem, "out", FIX_OUT_BYTES, &x->err);
    x->in_addr = gmem_alloc(x->gmem, "in", FIX_IN_BYTES, &x->err);
    const uint64_t params[2] = {x->out_addr, x->in_addr};
    ptx_launch_cfg_t cfg = *like;
    cfg.warp_lanes = 32;
    cfg.regs_per_thread = 16;
    cfg.params = params;
    cfg.gmem = x->gmem;
    x->m = ptx_parse_text(text, "test.ptx", false, &x->err);
    const ptx_kernel_t *k = x->m ? ptx_kernel(x->m, "k", &x->err) : NULL;
    return k && ptx_launch_create(k, &cfg, &x->launch, &x->err);
}

/* Two CTAs of 32 threads along x, one cluster. */
static const ptx_launch_cfg_t CLUS_PAIR = {.grid = {2, 1, 1}, .cluster = {2, 1, 1}, .block = {32, 1, 1}};

static inline void clus_run(fix_t *x, const char *text, const ptx_launch_cfg_t *cfg)
{
    if (!clus_open(x, text, cfg) || !fix_run(x)) fail_msg("%s", x->err.text);
}

static inline void clus_expect_error(const char *text, const ptx_launch_cfg_t *cfg, const char *wanted)
{
    fix_t x;
    if (clus_open(&x, text, cfg) && fix_run(&x)) fail_msg("no error; wanted: %s", wanted);
    if (!strstr(x.err.text, wanted)) fail_msg("'%s'; wanted: %s", x.err.text, wanted);
    fix_free(&x);
}

/* CTA `at` of a grid along x, on SM 10 + at. */
static inline fe_cta_t *clus_begin(fix_t *x, uint32_t at)
{
    const cta_place_t place = {.x = at, .lid = at, .sm = 10 + at};
    fe_cta_t *cta = x->launch.ops->cta_begin(x->launch.self, &place, &x->err);
    if (!cta) fail_msg("%s", x->err.text);
    return cta;
}

static inline void clus_end(fix_t *x, fe_cta_t *cta) { x->launch.ops->cta_end(x->launch.self, cta); }

/* Executes up to `insts` instructions of warp 0. Returns how many; *out: of the last one. */
static inline uint32_t clus_step(fix_t *x, fe_cta_t *cta, uint32_t insts, winst_exec_t *out)
{
    uint32_t done = 0;
    for (; done < insts && x->launch.ops->peek(cta, 0); done++) {
        out->far = 0;
        out->again = false;
        if (!x->launch.ops->exec(cta, 0, out, &x->err)) fail_msg("%s", x->err.text);
    }
    return done;
}

/* Until warp 0 stands before an instruction of the line. */
static inline void clus_until(fix_t *x, fe_cta_t *cta, uint32_t line)
{
    winst_exec_t out;
    const winst_t *next;
    while ((next = x->launch.ops->peek(cta, 0)) && next->line != line) clus_step(x, cta, 1, &out);
    assert_non_null(next);
}

#endif
