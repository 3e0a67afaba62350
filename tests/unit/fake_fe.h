/* fake_fe.h - a front end for tests: every warp runs the same short list of instructions. Memory
 * instructions touch consecutive words per lane, `stride_bytes` apart per warp of the launch. */
#ifndef CTADEL_TESTS_FAKE_FE_H
#define CTADEL_TESTS_FAKE_FE_H

#include "isa/frontend.h"

#include <assert.h>
#include <stdlib.h>

enum { FAKE_INSTS = 64 };

typedef struct {
    const winst_t *prog; /* ends with WI_EXIT; see fake_program */
    winst_t copy[FAKE_INSTS];
    uint32_t stride_bytes;
    uint32_t warps_per_cta;
    uint64_t executed; /* warp instructions */
    /* Changes what instruction `at` of a warp accesses; NULL: as above. */
    void (*access)(const struct fe_cta *cta, uint32_t warp, uint32_t at, winst_exec_t *out);
    void *self; /* of the test */
} fake_t;

struct fe_cta {
    fake_t *fake;
    uint32_t lid, sm;
    uint32_t at[64]; /* next instruction per warp */
};

static inline fe_cta_t *fake_begin(void *self, const cta_place_t *place, err_t *err)
{
    (void)err;
    fe_cta_t *cta = calloc(1, sizeof *cta);
    cta->fake = self;
    cta->lid = place->lid;
    cta->sm = place->sm;
    return cta;
}

static inline void fake_end(void *self, fe_cta_t *cta)
{
    (void)self;
    free(cta);
}

static inline const winst_t *fake_peek(fe_cta_t *cta, uint32_t warp)
{
    const uint32_t at = cta->at[warp];
    return at && cta->fake->prog[at - 1].op == WI_EXIT ? NULL : &cta->fake->prog[at];
}

static inline bool fake_exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    (void)err;
    fake_t *f = cta->fake;
    const winst_t *in = &f->prog[cta->at[warp]++];
    out->lanes = UINT32_MAX;
    out->space = in->space;
    const uint64_t base = 0x100000000u + ((uint64_t)cta->lid * f->warps_per_cta + warp) * f->stride_bytes;
    for (uint32_t i = 0; i < 32; i++) out->addr[i] = base + 4 * i;
    if (f->access) f->access(cta, warp, cta->at[warp] - 1, out);
    __atomic_fetch_add(&f->executed, 1, __ATOMIC_RELAXED); /* by the threads of all SMs */
    return true;
}

static inline bool fake_code(void *self, void (*see)(void *to, const frontend_inst_t *in), void *to, err_t *err)
{
    const winst_t *prog = ((const fake_t *)self)->prog;
    bool end = false;
    (void)err;
    for (uint32_t i = 0; !end; i++) {
        const frontend_inst_t in = {.inst = &prog[i], .mnemonic = "fake"};
        end = prog[i].op == WI_EXIT;
        see(to, &in);
    }
    return true;
}

static const frontend_ops_t fake_ops = {
    .cta_begin = fake_begin, .cta_end = fake_end, .peek = fake_peek, .exec = fake_exec, .code = fake_code};

/* A program with winst_note_regs. */
static inline void fake_program(fake_t *f, const winst_t *prog)
{
    uint32_t n = 0;
    do {
        assert(n < FAKE_INSTS);
        f->copy[n] = prog[n];
        winst_note_regs(&f->copy[n]);
    } while (prog[n++].op != WI_EXIT);
    f->prog = f->copy;
}

static inline kernel_launch_t fake_launch(fake_t *f, uint32_t ctas, uint32_t threads)
{
    fake_program(f, f->prog);
    f->warps_per_cta = (threads + 31) / 32;
    return (kernel_launch_t){.ops = &fake_ops,
                             .self = f,
                             .name = "fake",
                             .grid = {ctas, 1, 1},
                             .block = {threads, 1, 1},
                             .warp_lanes = 32,
                             .threads_per_cta = threads,
                             .warps_per_cta = f->warps_per_cta,
                             .regs_per_thread = 16,
                             .smem_bytes = 0,
                             .flat_regs = 64,
                             .inst_bytes = 8};
}

#endif
