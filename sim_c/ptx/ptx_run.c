/* ptx_run.c - runs a whole launch without timing. Warps take turns of bounded length, so that a warp that spins on a
 * value of another warp does not starve it. */
#include "ptx/ptx_exec.h"

#include "isa/barriers.h"

#include <stdlib.h>
#include <string.h>

enum { TURN_INSTS = 4096 };

typedef struct {
    const kernel_launch_t *launch;
    fe_cta_t *cta;
    uint32_t at[LOOP_LEVELS]; /* next index of the loop */
    bool none;                /* no index is left */
    uint8_t *waits;           /* by warp: at which barrier, plus 1; 0: at none */
    barriers_t barriers;
    uint64_t left, executed;
} run_t;

/* The CTA has used up its instructions, or deadlocks: reports where, and which warps wait at a barrier. */
static bool endless(const run_t *r, uint64_t limit, err_t *err)
{
    const ptx_launch_t *l = r->launch->self;
    const ptx_kernel_t *k = l->k;
    uint32_t line = k->line, waiting = 0, at_line = 0;
    for (uint32_t w = l->warps; w-- > 0;) {
        const winst_t *next = ptx_peek(r->cta, w);
        waiting += r->waits[w] != 0;
        if (r->waits[w] && next) at_line = next->line;
        if (!r->waits[w] && next) line = next->line;
    }
    const cta_place_t *p = &r->cta->place;
    if (!waiting)
        return err_set(err, k->m->file, line,
                       "kernel '%.80s' still runs here after %llu warp "
                       "instructions of CTA %u,%u,%u: an endless loop, or the limit is too low",
                       k->name, (unsigned long long)limit, p->x, p->y, p->z);
    return err_set(err, k->m->file, line,
                   "kernel '%.80s' still runs here after %llu warp instructions "
                   "of CTA %u,%u,%u, while %u of %u warps wait at a barrier before line %u: a deadlock",
                   k->name, (unsigned long long)limit, p->x, p->y, p->z, waiting, l->warps, at_line);
}

/* Gives the next index of the loop to a lane. */
static void task_next(run_t *r, uint32_t w, uint32_t lane)
{
    const loop_t *loop = r->launch->loop;
    uint32_t word[TASK_WORDS] = {!r->none};
    for (uint32_t l = 0; l < LOOP_LEVELS && !r->none; l++) {
        word[1 + 2 * l] = r->at[l];
        word[2 + 2 * l] = r->at[l] + 1;
    }
    ptx_task_give(r->cta, w, lane, word);
    r->none = true;
    for (uint32_t l = loop->levels; l-- > 0 && r->none && word[0];) {
        r->at[l] += loop->stride[l];
        r->none = r->at[l] >= loop->upper[l];
        if (r->none) r->at[l] = loop->lower[l];
    }
}

static bool turn(run_t *r, uint32_t w, err_t *err)
{
    winst_exec_t out;
    out.barrier = out.barrier_warps = 0;
    out.passes = false;
    for (uint32_t i = 0; i < TURN_INSTS && r->left; i++) {
        const winst_t *next = ptx_peek(r->cta, w);
        if (!next) return true;
        const bool barrier = next->op == WI_BARRIER;
        if (!ptx_exec(r->cta, w, &out, err)) return false;
        for (uint32_t left = out.waits; left; left &= left - 1) task_next(r, w, (uint32_t)__builtin_ctz(left));
        if (out.waits && !ptx_exec(r->cta, w, &out, err)) return false;
        r->executed++;
        r->left--;
        if (!barrier || !out.lanes || !ptx_peek(r->cta, w)) continue; /* a warp that has ended does not arrive */
        barriers_arrive(&r->barriers, &out, 0);
        if (out.passes) continue;
        r->waits[w] = (uint8_t)(out.barrier + 1);
        return true;
    }
    return true;
}

/* True: at least one barrier has opened. */
static bool open_barriers(run_t *r, uint32_t live)
{
    uint64_t none;
    bool opened = false;
    for (uint32_t b; (b = barriers_open(&r->barriers, live, &none)) < BARRIERS_MAX; opened = true)
        for (uint32_t w = 0; w < r->launch->warps_per_cta; w++)
            if (r->waits[w] == b + 1) r->waits[w] = 0;
    return opened;
}

/* Runs until all warps of the CTA have ended. */
static bool run_cta(run_t *r, uint64_t limit, err_t *err)
{
    const uint32_t warps = r->launch->warps_per_cta;
    memset(r->waits, 0, warps);
    r->barriers = (barriers_t){0};
    r->left = limit;
    for (;;) {
        uint32_t live = 0, waiting = 0;
        for (uint32_t w = 0; w < warps; w++) {
            if (!r->waits[w] && !turn(r, w, err)) return false;
            live += ptx_peek(r->cta, w) != NULL;
            waiting += r->waits[w] != 0;
        }
        if (!live) return true;
        if (!open_barriers(r, live) && (!r->left || waiting == live)) return endless(r, limit - r->left, err);
    }
}

bool ptx_run_functional(const kernel_launch_t *launch, uint64_t max_insts, uint64_t *warp_insts, err_t *err)
{
    run_t r = {.launch = launch, .waits = calloc(launch->warps_per_cta, 1)};
    const uint32_t *g = launch->grid;
    if (launch->loop) memcpy(r.at, launch->loop->lower, sizeof r.at);
    bool ok = r.waits || err_set(err, NULL, 0, "out of memory");
    for (uint32_t lid = 0; ok && lid < g[0] * g[1] * g[2]; lid++) {
        const cta_place_t place = {.x = lid % g[0], .y = lid / g[0] % g[1], .z = lid / g[0] / g[1], .lid = lid};
        r.cta = launch->ops->cta_begin(launch->self, &place, err);
        ok = r.cta && run_cta(&r, max_insts, err);
        launch->ops->cta_end(launch->self, r.cta);
    }
    free(r.waits);
    *warp_insts = r.executed;
    return ok;
}
