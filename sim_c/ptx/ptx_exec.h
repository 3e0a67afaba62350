/* ptx_exec.h - a launch and its resident CTAs. */
#ifndef CTADEL_PTX_PTX_EXEC_H
#define CTADEL_PTX_PTX_EXEC_H

#include "ptx/gmem_access.h"
#include "ptx/journal.h"
#include "ptx/ptx_lanes.h"
#include "ptx/ptx_module.h"
#include "ptx/texture_read.h"

#include <stdio.h>

enum {
    PTX_STACK = 128 + 3 * PTX_MAX_CALLS
}; /* frames: disjoint lane sets and the joins over them stay below
       3 x 32, and a call adds up to 3 */
enum { PTX_GROUPS_ALU = G_HALF + 1 };

typedef struct {
    uint32_t pc, reconv, mask; /* reaching reconv pops the frame */
} ptx_frame_t;

typedef struct {
    const ptx_call_t *site;
    const ptx_kernel_t *code; /* the function; its results lie in its own registers */
    uint8_t *caller_regs;
    uint32_t base;  /* frames of its callers */
    uint32_t end;   /* of its registers, in the stack */
    uint32_t local; /* where its local variables begin */
} ptx_callee_t;

typedef struct ptx_stack ptx_stack_t; /* the registers of called functions, ptx_call.c */

typedef struct { /* what bar.red has of the warps that have arrived */
    bool used, all;
    uint32_t turn, count; /* how many reductions of the barrier came before; true predicates */
} ptx_sum_t;

typedef struct {
    uint8_t *regs;         /* of the function that runs */
    ptx_stack_t *stack;    /* NULL: no function was called yet */
    uint32_t calls;        /* functions called and not returned from */
    uint32_t index;        /* in the CTA */
    uint32_t exist;        /* lanes that have a thread */
    uint32_t live;         /* of those, not yet exited */
    uint32_t depth;        /* frames in use; the last one runs. 0: the warp has ended */
    uint32_t given;        /* lanes whose task window has something new in word 0 */
    const ptx_sum_t *owed; /* of a reduction, whose result is written when the barrier has opened; NULL: none */
    const ptx_uop_t *owed_op;
    uint32_t owed_lanes;
    uint32_t reductions[BARRIERS_MAX]; /* at each barrier so far */
    uint32_t copy_group;               /* that a copy joins: how many were committed */
    ptx_frame_t frame[PTX_STACK];
} ptx_warp_t;

typedef struct ptx_launch {
    const ptx_kernel_t *k;
    const char *name;
    uint32_t grid[3], block[3], threads, lanes, warps;
    uint32_t shared_bytes;
    uint32_t local_bytes, local_stride_bytes; /* of a thread: declared, and with its padding */
    uint32_t local_region_bytes;              /* of a CTA */
    uint8_t *pool;                            /* constants, a value per lane */
    uint8_t *params;                          /* at least one byte */
    uint8_t *constants;                       /* the module's .const bank on this device; NULL: it has none */
    uint64_t grid_barrier;                    /* what %envreg1 and 2 say */
    heap_t *heap;                             /* NULL: it allocates nothing */
    FILE *print;                              /* where printf of a kernel goes */
    bool tasks;                               /* its threads have a task window */
    bool reads_clock;
    gmem_t *gmem;
    journal_t *journal;                              /* of what it touches of the gmem; NULL: none is kept */
    uint64_t texel[WINST_TEXELS_MAX - 1][PTX_LANES]; /* of the last texture access: beyond one for each lane */
    uint32_t *hint;                                  /* by micro-op: buffer it last touched */
    ptx_alu_fn *alu[PTX_GROUPS_ALU];
    ptx_cmp_fn *compare;
    bool wide_host;  /* the host has AVX2 and FMA */
    fe_cta_t *spare; /* pool of ended CTAs */
    size_t cta_bytes;
} ptx_launch_t;

struct fe_cta {
    ptx_launch_t *l;
    fe_cta_t *next_spare;
    cta_place_t place;
    uint64_t executed; /* instructions; what %clock reads */
    uint8_t *shared, *local;
    uint8_t *task; /* the task windows of its threads; NULL: they have none */
    ptx_warp_t *warp;
    ptx_sum_t sum[BARRIERS_MAX][2];
    uint8_t *regs;
};

static inline uint32_t *ptx_pred(const ptx_warp_t *w, uint32_t offset)
{
    return (uint32_t *)(void *)(w->regs + offset);
}

static inline const void *ptx_ref(const ptx_launch_t *l, const ptx_warp_t *w, uint32_t ref)
{
    return ref & UREF_POOL ? l->pool + (ref & ~UREF_POOL) : w->regs + ref;
}

/* New value in the lanes of mask, old one elsewhere. */
void ptx_blend(void *d, const void *from, bool wide, uint32_t mask, uint32_t n);
void ptx_set_pred(const ptx_warp_t *w, uint32_t offset, uint32_t mask, uint32_t value);

/* ptx_state.c: what special registers hold at the start of a kernel (local = 0) or of a function. */
void ptx_fill_special(const fe_cta_t *cta, const ptx_warp_t *w, const ptx_sreg_use_t *r, uint32_t local);
bool ptx_place_error(const fe_cta_t *cta, uint32_t pc, const char *what, err_t *err); /* false */

/* One micro-op for the lanes of mask. */
void ptx_exec_move(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);
void ptx_exec_carry(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);
void ptx_exec_warp(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);
/* ptx_barrier.c */
bool ptx_exec_barrier(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
void ptx_take_sum(const fe_cta_t *cta, ptx_warp_t *w); /* of a warp that is owed one */

bool ptx_exec_tex(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
bool ptx_exec_copy(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
bool ptx_exec_mem(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);

/* ptx_call.c. The lanes of a call that do not go where its first lane goes take it again. */
bool ptx_call(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err);
void ptx_return(const ptx_launch_t *l, ptx_warp_t *w, uint32_t mask);
void ptx_unwind(ptx_warp_t *w); /* to the kernel, whatever was called */
void ptx_exec_area(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);
void ptx_join(ptx_warp_t *w); /* pops frames that reached their end, and functions that have returned */

/* ptx_builtin.c: printf and assert. */
bool ptx_builtin(fe_cta_t *cta, ptx_warp_t *w, const ptx_call_t *c, uint32_t mask, err_t *err);
uint8_t ptx_generic_space(uint64_t *addr); /* of a generic address, which becomes one of that space */
/* Host place of `bytes` bytes at a generic address of a thread; NULL: not there. */
uint8_t *ptx_bytes(const fe_cta_t *cta, uint32_t thread, uint64_t addr, uint64_t bytes);

/* ptx_control.c: the reconvergence stack. */
bool ptx_branch(ptx_warp_t *w, const ptx_uop_t *u, uint32_t taken); /* false: stack exhausted */
void ptx_exit_lanes(ptx_warp_t *w, uint32_t lanes);
/* Lanes `apart` of the running frame are put on top of it by themselves, at the instruction `next`, where they end
 * and meet the others; those are at `pc`. False: stack exhausted. */
bool ptx_set_apart(ptx_warp_t *w, uint32_t apart, uint32_t pc, uint32_t next);

/* Where a thread's local byte is for the timing model: words interleaved over the CTA's threads. */
uint64_t ptx_local_address(const fe_cta_t *cta, uint32_t thread, uint64_t offset);
uint32_t ptx_local_pitch_bytes(const ptx_launch_t *l); /* from a word to the next of the same thread */

/* ptx_task.c: the task windows of a CTA. */
bool ptx_task_create(fe_cta_t *cta); /* false: out of memory */
void ptx_task_give(fe_cta_t *cta, uint32_t warp, uint32_t lane, const uint32_t word[TASK_WORDS]);

const winst_t *ptx_peek(fe_cta_t *cta, uint32_t warp);
bool ptx_exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err);
void ptx_start_cta(fe_cta_t *cta, bool fresh);          /* before its first instruction */
uint64_t ptx_state(const fe_cta_t *cta, uint32_t warp); /* frontend_ops_t.state */

#endif
