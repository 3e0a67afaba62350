/* ptx_run.c - runs a whole launch without timing, the CTAs of a cluster together. Warps take turns of bounded length,
 * so that a warp that spins on a value of another warp does not starve it. */
#include "ptx/ptx_cluster.h"

#include "isa/barriers.h"

#include <stdlib.h>
#include <string.h>

enum { TURN_INSTS = 4096 };

typedef struct {
    fe_cta_t *cta;  /* NULL: it has ended */
    uint8_t *waits; /* by warp: at which barrier, plus 1; 0: at none */
    barriers_t barriers;
    uint32_t live, waiting; /* warps after the last turn */
} member_t;

typedef struct {
    const kernel_launch_t *launch;
    member_t member[CLUSTER_CTAS_MAX]; /* the CTAs of the running cluster, by rank */
    uint32_t members;
    uint32_t at[LOOP_LEVELS]; /* next index of the loop */
    bool none;                /* no index is left */
    bool moved;               /* in this round a warp has executed more than another wait for its cluster */
    uint64_t left, executed;
} run_t;

/* The CTA has used up its instructions, or deadlocks: reports where, and which warps wait at a barrier. */
static bool endless(const run_t *r, const member_t *m, uint64_t limit, err_t *err)
{
    const ptx_launch_t *l = r->launch->self;
    const ptx_kernel_t *k = l->k;
    uint32_t line = k->line, at_line = 0;
    for (uint32_t w = l->warps; w-- > 0;) {
        const winst_t *next = ptx_peek(m->cta, w);
        if (m->waits[w] && next) at_line = next->line;
        if (!m->waits[w] && next) line = next->line;
    }
    const cta_place_t *p = &m->cta->place;
    if (!m->waiting)
        return err_set(err, k->m->file, line,
                       "kernel '%.80s' still runs here after %llu warp "
                       "instructions of CTA %u,%u,%u: an endless loop, or the limit is too low",
                       k->name, (unsigned long long)limit, p->x, p->y, p->z);
    return err_set(err, k->m->file, line,
                   "kernel '%.80s' still runs here after %llu warp instructions "
                   "of CTA %u,%u,%u, while %u of %u warps wait at a barrier before line %u: a deadlock",
                   k->name, (unsigned long long)limit, p->x, p->y, p->z, m->waiting, l->warps, at_line);
}

/* Every warp of the cluster waits, at a barrier of its CTA or at one of the cluster. Always false. */
static bool deadlock(const run_t *r, uint64_t limit, err_t *err)
{
    const ptx_kernel_t *k = ((const ptx_launch_t *)r->launch->self)->k;
    const member_t *last = NULL;
    char text[200] = "";
    for (uint32_t i = 0; i < r->members; i++) {
        fe_cta_t *cta = r->member[i].cta;
        last = cta ? &r->member[i] : last;
        for (uint32_t w = 0; cta && w < r->launch->warps_per_cta; w++) {
            ptx_cluster_waits(cta, w, text, sizeof text);
            if (!text[0]) continue;
            const cta_place_t *p = &cta->place;
            return err_set(err, k->m->file, ptx_peek(cta, w)->line,
                           "kernel '%.80s': warp %u of CTA %u,%u,%u %s: a deadlock", k->name, w, p->x, p->y, p->z,
                           text);
        }
    }
    return endless(r, last, limit - r->left, err);
}

/* Gives the next index of the loop to a lane. */
static void task_next(run_t *r, fe_cta_t *cta, uint32_t w, uint32_t lane)
{
    const loop_t *loop = r->launch->loop;
    uint32_t word[TASK_WORDS] = {!r->none};
    for (uint32_t l = 0; l < LOOP_LEVELS && !r->none; l++) {
        word[1 + 2 * l] = r->at[l];
        word[2 + 2 * l] = r->at[l] + 1;
    }
    ptx_task_give(cta, w, lane, word);
    r->none = true;
    for (uint32_t l = loop->levels; l-- > 0 && r->none && word[0];) {
        r->at[l] += loop->stride[l];
        r->none = r->at[l] >= loop->upper[l];
        if (r->none) r->at[l] = loop->lower[l];
    }
}

static bool turn(run_t *r, member_t *m, uint32_t w, err_t *err)
{
    winst_exec_t out;
    out.barrier = out.barrier_warps = 0;
    out.passes = false;
    out.far = 0;
    for (uint32_t i = 0; i < TURN_INSTS && r->left; i++) {
        const winst_t *next = ptx_peek(m->cta, w);
        if (!next) return true;
        const bool barrier = next->op == WI_BARRIER, waited = ptx_cluster_still_waits(m->cta, w);
        if (!ptx_exec(m->cta, w, &out, err)) return false;
        for (uint32_t left = out.waits; left; left &= left - 1) task_next(r, m->cta, w, (uint32_t)__builtin_ctz(left));
        if (out.waits && !ptx_exec(m->cta, w, &out, err)) return false;
        r->executed++;
        r->left--;
        if (waited && ptx_cluster_still_waits(m->cta, w)) return true;
        r->moved = true;
        if (!barrier || !out.lanes || !ptx_peek(m->cta, w)) continue; /* a warp that has ended does not arrive */
        barriers_arrive(&m->barriers, &out, 0);
        if (out.passes) continue;
        m->waits[w] = (uint8_t)(out.barrier + 1);
        return true;
    }
    return true;
}

/* True: at least one barrier has opened. */
static bool open_barriers(const run_t *r, member_t *m)
{
    uint64_t none;
    bool opened = false;
    for (uint32_t b; (b = barriers_open(&m->barriers, m->live, &none)) < BARRIERS_MAX; opened = true)
        for (uint32_t w = 0; w < r->launch->warps_per_cta; w++)
            if (m->waits[w] == b + 1) m->waits[w] = 0;
    return opened;
}

/* A turn of each warp of a CTA. A CTA whose warps have ended ends. */
static bool run_cta(run_t *r, member_t *m, uint64_t limit, err_t *err)
{
    m->live = m->waiting = 0;
    for (uint32_t w = 0; w < r->launch->warps_per_cta; w++) {
        if (!m->waits[w] && !turn(r, m, w, err)) return false;
        m->live += ptx_peek(m->cta, w) != NULL;
        m->waiting += m->waits[w] != 0;
    }
    if (m->live && !open_barriers(r, m)) return r->left || endless(r, m, limit, err);
    r->moved = true;
    if (m->live) return true;
    r->launch->ops->cta_end(r->launch->self, m->cta);
    m->cta = NULL;
    return true;
}

static bool begin_cluster(run_t *r, uint32_t id, err_t *err)
{
    const kernel_launch_t *launch = r->launch;
    const uint32_t *g = launch->grid, *n = launch->cluster, across = g[0] / n[0], rows = g[1] / n[1];
    const uint32_t x = id % across * n[0], y = id / across % rows * n[1], z = id / across / rows * n[2];
    for (uint32_t i = 0; i < r->members; i++) {
        member_t *m = &r->member[i];
        cta_place_t place = {.x = x + i % n[0], .y = y + i / n[0] % n[1], .z = z + i / n[0] / n[1]};
        place.lid = place.x + g[0] * (place.y + g[1] * place.z);
        memset(m->waits, 0, launch->warps_per_cta);
        m->barriers = (barriers_t){0};
        m->cta = launch->ops->cta_begin(launch->self, &place, err);
        if (!m->cta) return false;
    }
    return true;
}

/* Runs until all CTAs of the cluster have ended. */
static bool run_cluster(run_t *r, uint32_t id, uint64_t limit, err_t *err)
{
    if (!begin_cluster(r, id, err)) return false;
    r->left = limit > UINT64_MAX / r->members ? UINT64_MAX : limit * r->members;
    limit = r->left;
    for (bool live = true; live;) {
        live = r->moved = false;
        for (uint32_t i = 0; i < r->members; i++) {
            if (r->member[i].cta && !run_cta(r, &r->member[i], limit, err)) return false;
            live |= r->member[i].cta != NULL;
        }
        if (live && !r->moved) return deadlock(r, limit, err);
    }
    return true;
}

static void end_cluster(run_t *r)
{
    for (uint32_t i = 0; i < r->members; i++) {
        if (r->member[i].cta) r->launch->ops->cta_end(r->launch->self, r->member[i].cta);
        r->member[i].cta = NULL;
    }
}

bool ptx_run_functional(const kernel_launch_t *launch, uint64_t max_insts, uint64_t *warp_insts, err_t *err)
{
    run_t r = {.launch = launch, .members = launch_cluster_ctas(launch)};
    uint8_t *waits = calloc((size_t)launch->warps_per_cta * r.members, 1);
    const uint32_t *g = launch->grid, clusters = g[0] * g[1] * g[2] / r.members;
    if (launch->loop) memcpy(r.at, launch->loop->lower, sizeof r.at);
    for (uint32_t i = 0; waits && i < r.members; i++) r.member[i].waits = waits + (size_t)i * launch->warps_per_cta;
    bool ok = waits || err_set(err, NULL, 0, "out of memory");
    for (uint32_t id = 0; ok && id < clusters; id++) {
        ok = run_cluster(&r, id, max_insts, err);
        end_cluster(&r);
    }
    free(waits);
    *warp_insts = r.executed;
    return ok;
}
