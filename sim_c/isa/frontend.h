/* frontend.h - what the SM model asks of an instruction source (PTX text, recorded trace).
 *
 * The SM owns timing, the front end owns function: the SM decides when a warp's next instruction
 * issues, and calls exec exactly then. Functional effects (registers, memory, atomics) happen inside
 * exec, so the order of issue is the order of memory. A warp waiting at a WI_BARRIER is simply not
 * executed further by the SM until all live warps of its CTA have executed theirs. */
#ifndef CTADEL_ISA_FRONTEND_H
#define CTADEL_ISA_FRONTEND_H

#include "base/err.h"
#include "isa/winst.h"

typedef struct fe_cta fe_cta_t; /* functional state of one resident CTA */

/* Where a CTA lives; local memory addresses for timing are made from sm and slot. */
typedef struct {
    uint32_t x, y, z;      /* CTA coordinates in the grid */
    uint32_t lid;          /* linear id, x fastest */
    uint32_t sm, slot;
} cta_place_t;

typedef struct {
    /* State of a CTA whose warps stand before their first instruction. NULL: err says why. */
    fe_cta_t *(*cta_begin)(void *self, const cta_place_t *place, err_t *err);
    void (*cta_end)(void *self, fe_cta_t *cta); /* NULL cta is fine */

    /* What warp w issues next; NULL once all its lanes have exited. Stays valid and unchanged until
     * exec of the same warp. */
    const winst_t *(*peek)(fe_cta_t *cta, uint32_t warp);

    /* Executes what peek returned. False: a user error (address out of range, say), err is set with
     * file:line, CTA and lane; the state is then undefined but may be ended. */
    bool (*exec)(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err);
} frontend_ops_t;

/* One kernel launch as the SM and dispatcher see it. */
typedef struct {
    const frontend_ops_t *ops;
    void *self;                  /* passed to cta_begin and cta_end */
    const char *name;            /* kernel name */
    uint32_t grid[3], block[3];  /* CTAs and threads in x, y, z; all >= 1 */
    uint32_t warp_lanes;         /* lanes per warp: 8, 16 or 32 */
    uint32_t threads_per_cta;
    uint32_t warps_per_cta;      /* ceil(threads / lanes) */
    uint32_t regs_per_thread;    /* for occupancy (ptxas's figure, not PTX virtual registers) */
    uint32_t smem_bytes;         /* per CTA, static + dynamic */
    uint32_t flat_regs;          /* scoreboard size: all winst_t register numbers are below it */
    uint32_t inst_bytes;         /* distance of consecutive instructions in pc_bytes: 8 or 16 */
    bool is_2d;                  /* block y > 1 or grid y > 1 unless the host overrides (000 §4.2) */
    uint32_t stream;
} kernel_launch_t;

#endif
