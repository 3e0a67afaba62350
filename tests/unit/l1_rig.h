/* l1_rig.h - one first-level cache under test, with a real memory system below that answers. */
#ifndef CTADEL_TESTS_UNIT_L1_RIG_H
#define CTADEL_TESTS_UNIT_L1_RIG_H

#include "mem_rig.h"

#include "mem/l1.h"
#include "stats/stats.h"

typedef struct {
    machine_t m;
    stats_t *stats;
    memsys_t *ms;
    l1_t *l1;
    uint64_t now;
    l1_next_t next;
} rig_t;

static inline rig_t *rig(cache_cfg_t cfg)
{
    rig_t *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->m = rig_machine();
    r->stats = stats_create();
    r->ms = memsys_create(&r->m, r->stats, "mem");
    r->l1 = l1_create(&cfg, 2, 1, r->ms, &r->now, &r->next, r->stats, "l1");
    assert_non_null(r->l1);
    return r;
}

static inline cache_cfg_t small(cache_write_t write) /* 2 sets x 2 ways of 128 bytes, 4 sectors */
{
    return (cache_cfg_t){.sets = 2,
                         .ways = 2,
                         .line_bytes = 128,
                         .sector_bytes = 32,
                         .mshrs = 4,
                         .mshr_merges = 3,
                         .miss_queue = 4,
                         .hit_latency_cycles = 5,
                         .write = write};
}

static inline uint64_t stat(const rig_t *r, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "l1.%s", name);
    return stats_sum(r->stats, full);
}

static inline uint64_t below(const rig_t *r, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "mem.%s", name);
    return stats_sum(r->stats, full);
}

static inline void tick(rig_t *r)
{
    mem_reply_t reply;
    memsys_tick(r->ms);
    r->now++;
    if (memsys_waits(r->ms, 2)) {
        assert_true(memsys_pop(r->ms, 2, &reply));
        l1_fill(r->l1, &reply);
    }
    if (r->next.works) l1_step(r->l1);
}

/* First cycle in which the cache has something to do; UINT64_MAX: none. */
static inline uint64_t next_cycle(const rig_t *r)
{
    if (r->next.works) return r->now + 1;
    return r->next.hit_cycle < r->next.answer_cycle ? r->next.hit_cycle : r->next.answer_cycle;
}

static inline l1_result_t access_as(rig_t *r, mem_kind_t kind, uint64_t addr, uint32_t bytes, uint32_t token,
                                    bool bypass)
{
    const l1_req_t q = {.addr = addr, .bytes = bytes, .token = token, .kind = (uint8_t)kind, .bypass = bypass};
    return l1_access(r->l1, &q);
}

static inline void must(rig_t *r, mem_kind_t kind, uint64_t addr, uint32_t bytes, uint32_t token)
{
    assert_int_equal(access_as(r, kind, addr, bytes, token, false), L1_ACCEPTED);
}

/* Pops a token that is due in this cycle; false: none is. */
static inline bool pop(rig_t *r, uint32_t *token)
{
    const bool due = r->next.hit_cycle <= r->now || r->next.answer_cycle <= r->now;
    if (due) *token = l1_pop(r->l1);
    return due;
}

static inline uint64_t expect_token(rig_t *r, uint32_t token)
{
    uint32_t got;
    const uint64_t limit = r->now + 5000;
    while (!pop(r, &got)) {
        tick(r);
        assert_true(r->now < limit);
    }
    assert_int_equal(got, token);
    return r->now;
}

static inline void settle(rig_t *r)
{
    uint32_t token;
    while (memsys_quiet_cycles(r->ms) != UINT32_MAX || next_cycle(r) != UINT64_MAX) {
        tick(r);
        while (pop(r, &token)) {
        }
    }
    assert_int_equal(l1_pending(r->l1), 0);
}

static inline void end(rig_t *r)
{
    err_t err = {{0}};
    settle(r);
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    l1_destroy(r->l1);
    memsys_destroy(r->ms);
    stats_destroy(r->stats);
    free(r);
}

#endif
