/* gpu_sms.c - the SMs' part of a core cycle, on one thread of the host or on several, with the same result.
 *
 * Each thread takes a part of the awake SMs, in their order. In sm_begin they share the memory system alone, in which
 * each has a port. In sm_issue they share the memory that a kernel reads and writes, and must access it in the order of
 * the SMs. So the threads execute no instruction that may write such memory (REACH_WRITES), and those that read it
 * (REACH_READS) only up to the first SM in which a warp may write in this cycle. An SM that grants another instruction
 * stops before it executes: it is parked. When all threads are done, the caller's thread continues the parked SMs, in
 * order. Every read then sees the writes of the cycles before and those of lower SMs, and no others, as with one thread
 * (docs/threads.md). */
#include "base/min.h"
#include "base/workers.h"
#include "gpu/gpu_internal.h"

#include <assert.h>
#include <stdlib.h>

enum { SMS_PER_THREAD = 2 /* fewer do not pay for the start of a thread */ };

typedef struct {
    sm_issue_t how;
    bool later; /* not begun: an SM at the same port is parked */
    err_t err;
} turn_t;

struct gpu_parallel {
    workers_t *workers;
    uint32_t threads;
    bool enough;                 /* SMs for all threads */
    sm_mask_t divided;           /* SMs that part[] divides */
    sm_mask_t part[WORKERS_MAX]; /* by thread: its SMs */
    uint32_t writer;             /* lowest SM in which a warp may write; SCHED_SMS_MAX: none */
    turn_t turn[SCHED_SMS_MAX];
};

bool gpu_sms_create(gpu_t *g)
{
    const uint32_t n = min_u32(min_u32(g->env.threads, g->m.sms), WORKERS_MAX);
    if (n < 2) return true;
    if (!(g->parallel = calloc(1, sizeof *g->parallel)) || !(g->parallel->workers = workers_create(n))) return false;
    g->parallel->threads = n;
    memsys_share(g->memsys);
    return true;
}

void gpu_sms_free(gpu_t *g)
{
    if (g->parallel) workers_destroy(g->parallel->workers);
    free(g->parallel);
}

/* Divides the awake SMs among as many threads as are worth it; those at one port of the memory system stay together.
 * False: too few for two threads. */
static bool share_out(gpu_t *g)
{
    gpu_parallel_t *c = g->parallel;
    if (mask_equal(g->awake, c->divided)) return c->enough;
    const uint32_t all = mask_count(g->awake), at_port = g->m.icnt.cluster;
    sm_mask_t left = g->awake;
    uint32_t taken = 0;
    c->divided = g->awake;
    const uint32_t worth = all / SMS_PER_THREAD, threads = worth < c->threads ? worth : c->threads;
    c->enough = threads > 1;
    for (uint32_t t = 0; t < c->threads; t++) {
        const uint32_t upto = t + 1 < threads ? all * (t + 1) / threads : all;
        c->part[t] = mask_none();
        while (mask_any(left) && taken < upto) {
            const uint32_t end = (mask_lowest(left) / at_port + 1) * at_port;
            const sm_mask_t port = mask_and(left, mask_below(end));
            c->part[t] = mask_or(c->part[t], port);
            taken += mask_count(port);
            left = mask_without(left, port);
        }
    }
    return c->enough;
}

static void begin_part(void *self, uint32_t thread)
{
    const gpu_t *g = self;
    for (mask_walk_t walk = mask_walk(g->parallel->part[thread]); mask_next(&walk);) sm_begin(g->sm[walk.at], g->now);
}

static void take_report(gpu_t *g, uint32_t s)
{
    uint32_t slot;
    if (!sm_done_pending(g->sm[s], &slot)) return;
    g->done_new |= !mask_has(g->in.done_valid, s);
    mask_add(&g->in.done_valid, s);
    g->in.done_slot[s] = (uint8_t)slot;
}

void gpu_sms_begin(gpu_t *g)
{
    if (g->parallel && share_out(g)) {
        workers_run(g->parallel->workers, begin_part, g);
        for (mask_walk_t walk = mask_walk(g->awake); mask_next(&walk);) take_report(g, walk.at);
        return;
    }
    for (mask_walk_t walk = mask_walk(g->awake); mask_next(&walk);) {
        const uint32_t s = walk.at;
        sm_begin(g->sm[s], g->now);
        take_report(g, s);
    }
}

/* SMs at one port send their requests in order: if one of them is parked, those behind it wait. */
static bool waits(const gpu_t *g, uint32_t s, sm_mask_t parked)
{
    const uint32_t at_port = g->m.icnt.cluster, first = s / at_port * at_port;
    return at_port > 1 && mask_any(mask_and(parked, mask_without(mask_below(s), mask_below(first))));
}

static void end(const gpu_t *g, uint32_t s)
{
    sm_end(g->sm[s], g->now);
    if (g->may_run_ahead) gpu_ahead_run(g, s);
}

static void issue_part(void *self, uint32_t thread)
{
    const gpu_t *g = self;
    gpu_parallel_t *c = g->parallel;
    sm_mask_t parked = mask_none();
    for (mask_walk_t walk = mask_walk(c->part[thread]); mask_next(&walk);) {
        const uint32_t s = walk.at;
        turn_t *t = &c->turn[s];
        t->later = waits(g, s, parked);
        if (!t->later)
            t->how = sm_issue(g->sm[s], g->now, g->out.paused[s], c->writer < s ? REACH_OWN : REACH_READS, &t->err);
        if (!t->later && t->how == SM_ISSUED) end(g, s);
        else mask_add(&parked, s);
    }
}

/* The cycle of the SM is over. */
static void note_end(gpu_t *g, uint32_t s)
{
    gpu_note_progress(g, sm_issued_cycle(g->sm[s]));
    gpu_note_due(g, s);
}

/* Continues an SM that is parked, or waits behind one. */
static bool issue_rest(gpu_t *g, uint32_t s, err_t *err)
{
    const turn_t *t = &g->parallel->turn[s];
    sm_t *sm = g->sm[s];
    const sm_issue_t how =
        t->later ? sm_issue(sm, g->now, g->out.paused[s], REACH_WRITES, err) : sm_issue_rest(sm, err);
    if (how == SM_ISSUED) end(g, s);
    return how == SM_ISSUED;
}

static bool issue_together(gpu_t *g, err_t *err)
{
    gpu_parallel_t *c = g->parallel;
    c->writer = SCHED_SMS_MAX;
    for (mask_walk_t walk = mask_walk(g->awake); c->writer == SCHED_SMS_MAX && mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (sm_may_write(g->sm[s])) c->writer = s;
    }
    workers_run(c->workers, issue_part, g);
    for (mask_walk_t walk = mask_walk(g->awake); mask_next(&walk);) {
        const uint32_t s = walk.at;
        const turn_t *t = &c->turn[s];
        if (!t->later && t->how == SM_FAILED) {
            *err = t->err;
            return false;
        }
        if ((t->later || t->how == SM_PARKED) && !issue_rest(g, s, err)) return false;
        note_end(g, s);
    }
    return true;
}

bool gpu_sms_issue(gpu_t *g, err_t *err)
{
    if (g->parallel && share_out(g)) return issue_together(g, err);
    for (mask_walk_t walk = mask_walk(g->awake); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (sm_issue(g->sm[s], g->now, g->out.paused[s], REACH_WRITES, err) != SM_ISSUED) return false;
        end(g, s);
        note_end(g, s);
    }
    return true;
}
