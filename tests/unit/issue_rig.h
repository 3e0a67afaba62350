/* issue_rig.h - an issue-control unit of the golden model, the oldest instructions of its warps, and control words. */
#ifndef CTADEL_TESTS_ISSUE_RIG_H
#define CTADEL_TESTS_ISSUE_RIG_H

#include "policy/issues.h"

#include "policy/scheduler.h"

enum { A = 3, B = 20 /* warps */, FULL = 60, LONG = 100 /* cycles: longer than any stall */ };

static const inst_control_t PLAIN = {
    .stall_cycles = 1, .write_counter = CONTROL_NONE, .read_counter = CONTROL_NONE, .atmost_counter = CONTROL_NONE};

typedef struct {
    void *self;
    uint32_t unit, head[SCHED_WARPS_MAX];
    uint64_t changed;
} rig_t;

static inline void oldest(rig_t *r, uint32_t warp, inst_control_t c)
{
    r->head[warp] = issue_word(&c);
    r->changed |= UINT64_C(1) << warp;
}

static inline void start(rig_t *r, uint32_t units)
{
    *r = (rig_t){.self = issues_c_create(units, 0)};
    assert_non_null(r->self);
    for (uint32_t w = 0; w < SCHED_WARPS_MAX; w++) oldest(r, w, PLAIN);
}

static inline void stop(rig_t *r) { issues_c_ops.destroy(r->self); }

static inline bool ok(rig_t *r, uint32_t warp)
{
    const uint64_t mask = issues_c_ops.ok(r->self, r->unit, (issue_heads_t){.word = r->head}, r->changed);
    r->changed = 0;
    return mask >> warp & 1;
}

static inline void edge(rig_t *r, issue_in_t in)
{
    ok(r, A);
    issues_c_ops.step(r->self, r->unit, &in);
}

static inline void pass(rig_t *r, uint32_t cycles)
{
    for (; cycles; cycles--) edge(r, (issue_in_t){.granted = SCHED_NONE});
}

/* The warp's oldest instruction issues in this cycle; it must be allowed to. Ends the cycle. */
static inline void issue(rig_t *r, uint32_t warp)
{
    assert_true(ok(r, warp));
    edge(r, (issue_in_t){.granted = warp});
}

static inline void read_done(rig_t *r, uint32_t warp, uint32_t counter)
{
    edge(r, (issue_in_t){.granted = SCHED_NONE, .reads = 1, .read = {{(uint8_t)warp, (uint8_t)counter}}});
}

static inline void written(rig_t *r, uint32_t warp, uint32_t counter)
{
    edge(r, (issue_in_t){.granted = SCHED_NONE, .writes = 1, .write = {{(uint8_t)warp, (uint8_t)counter}}});
}

static inline inst_control_t stalls(uint32_t cycles, bool yield)
{
    inst_control_t c = PLAIN;
    c.stall_cycles = (uint8_t)cycles;
    c.yield = yield;
    return c;
}

static inline inst_control_t reserves(uint32_t write_counter, uint32_t read_counter)
{
    inst_control_t c = PLAIN;
    c.write_counter = (uint8_t)write_counter;
    c.read_counter = (uint8_t)read_counter;
    return c;
}

static inline inst_control_t waits(uint32_t counters)
{
    inst_control_t c = PLAIN;
    c.wait = (uint8_t)counters;
    return c;
}

static inline inst_control_t depbar(uint32_t counter, uint32_t n)
{
    inst_control_t c = PLAIN;
    c.atmost_counter = (uint8_t)counter;
    c.atmost_count = (uint8_t)n;
    return c;
}

#endif
