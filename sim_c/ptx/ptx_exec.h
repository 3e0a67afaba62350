/* ptx_exec.h - a launch and its resident CTAs. */
#ifndef CTADEL_PTX_PTX_EXEC_H
#define CTADEL_PTX_PTX_EXEC_H

#include "ptx/gmem_access.h"
#include "ptx/journal.h"
#include "ptx/ptx_lanes.h"
#include "ptx/ptx_module.h"
#include "ptx/texture_read.h"
#include "ptx/waits.h"

#include <stdio.h>

/* Frames of a warp's reconvergence stack: disjoint lane sets and their joins stay below 3 x 32; a call adds up to 3. */
enum { PTX_STACK = 128 + 3 * PTX_MAX_CALLS };
enum { PTX_GROUPS_ALU = G_SMALL + 1 };
enum { PTX_POLLS = 4 }; /* instructions of a loop that poll, as when the compiler has unrolled it */

typedef struct {
    uint32_t pc, reconv, mask; /* the frame is popped when pc reaches reconv */
    uint16_t call;             /* function that it executes, a number of ptx_call.c; 0: the kernel */
    bool waits;                /* its lanes wait for lanes of other paths at a .sync instruction or a barrier */
    bool done;                 /* another path has carried out the instruction at pc for its lanes, too */
} ptx_frame_t;

typedef struct {          /* whether the running path only waits for other lanes of its warp */
    uint32_t idle, loops; /* backward branches without a change of memory; all backward branches */
    uint32_t yields;      /* to other paths, without a change of memory */
    bool polls, changes;  /* since the last backward branch: volatile reads and atomics; changes of memory */
    uint8_t next_poll;
    uint64_t poll[PTX_POLLS]; /* ptx_waits.c: registers at the last polls, hashed */
} ptx_spin_t;

typedef struct ptx_stack ptx_stack_t; /* calls of a warp and the registers of the called functions, ptx_call.c */

typedef struct {     /* a barrier of a CTA since it last opened */
    uint8_t arrived; /* warps */
    uint8_t wanted;  /* warps that open it; 0: all live warps */
} ptx_arrivals_t;

typedef struct { /* partial result of a bar.red over the warps that have arrived */
    bool used, all;
    uint32_t turn, count; /* number of earlier reductions at this barrier; true predicates so far */
} ptx_sum_t;

typedef struct {
    uint8_t *regs;         /* register file of the running kernel or function */
    uint8_t *home;         /* register file of the kernel */
    ptx_stack_t *stack;    /* NULL: the warp has not called a function yet */
    uint32_t index;        /* in the CTA */
    uint32_t exist;        /* lanes that have a thread */
    uint32_t live;         /* of those, lanes that have not exited */
    uint32_t depth;        /* frames in use; the top one runs. 0: the warp has ended */
    uint32_t given;        /* lanes that have not read word 0 of their task window since it was written */
    ptx_sum_t *sum;        /* of the last bar.red */
    const ptx_sum_t *owed; /* bar.red whose result is written once the barrier has opened; NULL: none */
    const ptx_uop_t *owed_op;
    uint32_t owed_lanes;
    uint32_t reductions[BARRIERS_MAX]; /* bar.red instructions so far, per barrier */
    uint32_t copy_group;               /* number of the cp.async group that the next copy joins */
    uint32_t at_cluster;               /* lanes that have arrived at barrier.cluster in this phase */
    struct {
        uint32_t lanes; /* of the running bulk copy: lanes whose copies are done */
        uint64_t bytes; /* and bytes of the lane in turn */
    } bulk;
    bool again; /* the instruction just executed is to be executed again */
    ptx_spin_t spin;
    ptx_frame_t frame[PTX_STACK];
} ptx_warp_t;

typedef bool ptx_mem_fn(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);

typedef struct ptx_launch {
    const ptx_kernel_t *k;
    const char *name;
    const winst_t *winst; /* the kernel's; with clusters of several CTAs an array of its own, see ptx_cluster_code */
    uint32_t grid[3], cluster[3], block[3], threads, lanes, warps;
    bool explicit_cluster; /* the kernel or the host states the size of a cluster */
    uint32_t shared_bytes;
    uint32_t local_bytes; /* local memory of a thread: as declared, and stack */
    uint32_t stack_base;  /* offset in it from which alloca takes memory */
    local_map_t local;
    uint8_t *pool;         /* constants, one value per lane */
    uint8_t *params;       /* at least one byte */
    uint8_t *constants;    /* the module's .const bank on this device; NULL: it has none */
    uint64_t grid_barrier; /* value of %envreg1 (high half) and %envreg2 */
    heap_t *heap;          /* NULL: the kernel does not allocate */
    FILE *print;           /* output of the kernel's printf */
    bool tasks;            /* its threads have a task window */
    bool reads_clock;
    gmem_t *gmem;
    uintptr_t global;   /* what makes a device address a host address, modulo 2^64 */
    journal_t *journal; /* records the accesses to gmem; NULL: no recording */
    waits_t *waits;     /* finds CTAs that wait for others; NULL: not wanted */
    bool waited;        /* one did */
    bool watched;       /* journal or waits must see every access to gmem */
    ptx_alu_fn *alu[PTX_GROUPS_ALU];
    ptx_cmp_fn *compare;
    ptx_blend_fn *blend;
    ptx_mem_fn *mem;
    fe_cta_t *spare;              /* pool of ended CTAs */
    struct ptx_cluster *clusters; /* of several CTAs, those that have begun and not ended; newest first */
} ptx_launch_t;

typedef struct { /* a space other than global memory, as a CTA sees it */
    uint8_t *base;
    uint64_t bytes;
    uint64_t timing; /* its address in the timing model */
} ptx_window_t;

struct fe_cta {
    ptx_launch_t *l;
    fe_cta_t *next_spare;
    cta_place_t place;
    struct ptx_cluster *cluster; /* NULL: a cluster of one CTA */
    uint32_t rank;               /* in it */
    local_home_t local_home;
    uint64_t executed; /* warp instructions of the CTA; its %clock where no SM times it */
    uint8_t *shared, *local;
    uint8_t *task;                                   /* task windows of the threads; NULL: none */
    ptx_window_t window[SPACE_TASK + 1];             /* by space_t; SPACE_GLOBAL: none */
    uint32_t *hint;                                  /* per micro-op: index of the buffer that it touched last */
    uint64_t texel[WINST_TEXELS_MAX - 1][PTX_LANES]; /* addresses of the last texture access after each lane's first */
    ptx_warp_t *warp;
    ptx_arrivals_t arrivals[BARRIERS_MAX];
    ptx_sum_t sum[BARRIERS_MAX][2];
    uint8_t *regs;
};

static inline uint32_t *ptx_pred(const ptx_warp_t *w, uint32_t offset)
{
    return (uint32_t *)(void *)(w->regs + offset);
}

static inline uint32_t ptx_guard(const ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    if (u->guard == UREF_NONE) return mask;
    const uint32_t p = *ptx_pred(w, u->guard);
    return mask & (u->flags & UF_GUARD_NOT ? ~p : p);
}

static inline ptx_files_t ptx_files(const ptx_launch_t *l, const ptx_warp_t *w)
{
    return (ptx_files_t){{w->regs, l->pool}};
}

static inline const void *ptx_ref(const ptx_launch_t *l, const ptx_warp_t *w, uint32_t ref)
{
    return ref & UREF_POOL ? l->pool + (ref & ~UREF_POOL) : w->regs + ref;
}

static inline void ptx_set_pred(const ptx_warp_t *w, uint32_t offset, uint32_t mask, uint32_t value)
{
    if (offset == UREF_NONE) return;
    uint32_t *p = ptx_pred(w, offset);
    *p = (*p & ~mask) | (value & mask);
}

/* ptx_state.c: writes a special register at the start of a kernel (local = 0) or of a function. */
void ptx_fill_special(const fe_cta_t *cta, const ptx_warp_t *w, const ptx_sreg_use_t *r, uint32_t local);
/* err: the instruction at pc, `what`, the CTA. Always false. */
bool ptx_place_error(const fe_cta_t *cta, uint32_t pc, const char *what, err_t *err);

/* ptx_sources.c: subnormal f32 to signed zero; d may be `from`. */
void ptx_flush(lane_u32 *d, const lane_u32 *from);
typedef struct { /* a micro-op whose first sources are copies, with subnormals as zero */
    _Alignas(64) uint32_t lane[4][PTX_LANES];
    ptx_uop_t u;
    ptx_files_t f;
} ptx_flushed_t;
void ptx_flush_sources(const ptx_uop_t *u, const ptx_files_t *f, uint32_t sources, ptx_flushed_t *to);

/* One micro-op for the lanes of mask. */
void ptx_exec_compare(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);
/* cycle: in which the instruction issues; read only if an SM times the CTA. */
void ptx_exec_move(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask, const uint64_t *cycle);
void ptx_exec_carry(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);
/* ptx_exchange.c: shfl, vote, match, redux, elect, activemask among the lanes of one path. */
void ptx_exec_warp(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);
typedef struct { /* sources and results of an exchange, by lane */
    const void *a;
    const lane_u32 *b, *c, *members;
    uint32_t p;
    uint32_t value[PTX_LANES], pred; /* results */
} ptx_exchange_t;
/* The sources as the lanes of w's running path see them. */
void ptx_exchange_read(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, ptx_exchange_t *x);
void ptx_exchange(const ptx_uop_t *u, ptx_exchange_t *x, uint32_t lanes, uint32_t warp_lanes);
void ptx_exchange_write(const ptx_warp_t *w, const ptx_uop_t *u, const ptx_exchange_t *x, uint32_t lanes);

/* ptx_meet.c: instructions at which the paths of a warp wait for one another, those with UF_MEETS. */
typedef enum { MEET_GOES, MEET_WAITS, MEET_AGAIN, MEET_FULL } ptx_met_t;
/* Whether the running path may execute the instruction before which it stands. MEET_AGAIN: the path was split, ask
 * again; MEET_FULL: stack exhausted. */
ptx_met_t ptx_meet(fe_cta_t *cta, ptx_warp_t *w);
/* Executes it for the running path, and for the other paths whose lanes take part. */
bool ptx_exec_meet(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
/* The turn of a path for which ptx_exec_meet of another path has executed the instruction. */
void ptx_exec_met(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, winst_exec_t *out);
/* ptx_stuck.c. err: where the lanes of a warp stand, none of which can continue. Always false. */
bool ptx_stuck(const fe_cta_t *cta, ptx_warp_t *w, err_t *err);
/* frontend_ops_t.paths */
void ptx_paths(fe_cta_t *cta, uint32_t warp, char *text, uint32_t text_bytes);

/* ptx_barrier.c */
bool ptx_exec_barrier(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
void ptx_take_sum(const fe_cta_t *cta, ptx_warp_t *w); /* writes the result of the bar.red in w->owed */
/* Adds lanes of another path to the last bar.red; makes it owe the result to lanes of another path. */
void ptx_join_sum(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);
void ptx_owe_sum(ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);

bool ptx_exec_matrix(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
bool ptx_exec_stack(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err);
bool ptx_exec_tex(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
bool ptx_exec_copy(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
bool ptx_exec_mbar(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
bool ptx_exec_bulk(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err);
bool ptx_exec_cluster(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err);
bool ptx_cluster_still_waits(const fe_cta_t *cta, uint32_t warp); /* at barrier.cluster, having asked before */
/* The instruction at pc is not done: the warp stands before it again. If it waits for other lanes, those run. */
void ptx_repeat(const fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out);
ptx_mem_fn ptx_exec_mem, ptx_exec_mem_avx2;

/* ptx_call.c. Lanes of an indirect call with another target than the first lane execute the call again. */
bool ptx_call(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err);
void ptx_return(ptx_warp_t *w, uint32_t mask);
void ptx_unwind(ptx_warp_t *w); /* drops all calls: the kernel's registers are current again */
uint8_t *ptx_regs_of(const ptx_warp_t *w, const ptx_frame_t *f); /* register file that the frame uses */
void ptx_exec_area(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask);
void ptx_join(ptx_warp_t *w); /* pops frames at their reconvergence point and functions that have returned */

/* ptx_builtin.c: printf and assert. */
bool ptx_builtin(fe_cta_t *cta, ptx_warp_t *w, const ptx_call_t *c, uint32_t mask, err_t *err);
void ptx_open_windows(fe_cta_t *cta);      /* ptx_locate.c: once its memory is allocated */
uint8_t ptx_generic_space(uint64_t *addr); /* space of a generic address; *addr becomes the address in that space */
/* Host pointer to `bytes` bytes at a generic address of a thread; NULL: outside every space. */
uint8_t *ptx_bytes(const fe_cta_t *cta, uint32_t thread, uint64_t addr, uint64_t bytes);

/* ptx_control.c: the reconvergence stack. */
bool ptx_branch(ptx_warp_t *w, const ptx_uop_t *u, uint32_t taken); /* false: stack exhausted */
/* brx.idx at pc. False: err, an index is out of range or the stack exhausted. */
bool ptx_branch_index(const fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t taken, err_t *err);
void ptx_exit_lanes(ptx_warp_t *w, uint32_t lanes);
/* Splits frame i: its lanes `apart` continue at `at`, the others at the frame's pc; both rejoin at `next`. The frame of
 * `apart` gets index *i. False: stack exhausted. */
bool ptx_part(ptx_warp_t *w, uint32_t *i, uint32_t apart, uint32_t at, uint32_t next);

/* ptx_paths.c: the paths of a warp: the frames whose lanes no frame above holds. */
/* The next path below frame i, or i itself; *above: lanes of the frames above it, kept between calls. False: none. */
bool ptx_next_path(const ptx_warp_t *w, uint32_t *i, uint32_t *above);
void ptx_merge(ptx_warp_t *w);  /* unites the running path with those at the same place */
bool ptx_switch(ptx_warp_t *w); /* runs another path instead of one that waits; false: all wait */
/* After a backward branch to `target` of a part of the lanes: another path runs if this one only waits. */
void ptx_looped(ptx_warp_t *w, uint32_t target);

/* ptx_task.c: the task windows of a CTA. */
bool ptx_task_create(fe_cta_t *cta); /* false: out of memory */
void ptx_task_give(fe_cta_t *cta, uint32_t warp, uint32_t lane, const uint32_t word[TASK_WORDS]);

const winst_t *ptx_peek(fe_cta_t *cta, uint32_t warp);
bool ptx_exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err);
/* Resets the CTA; fresh: just allocated, not from the pool. */
bool ptx_start_cta(fe_cta_t *cta, bool fresh, err_t *err);
uint64_t ptx_state(const fe_cta_t *cta, uint32_t warp); /* frontend_ops_t.state */
/* Hash of the registers of the running kernel and of where the warp stands; not 0. */
uint64_t ptx_registers_hash(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc);
/* ptx_code.c: frontend_ops_t.code */
bool ptx_code(void *self, void (*see)(void *to, const frontend_inst_t *in), void *to, err_t *err);

#endif
