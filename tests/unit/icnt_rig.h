/* icnt_rig.h - a network and its clock, for the tests of all kinds. */
#ifndef CTADEL_TESTS_UNIT_ICNT_RIG_H
#define CTADEL_TESTS_UNIT_ICNT_RIG_H

#include "mem_rig.h"

#include "mem/icnt.h"
#include "stats/stats.h"

typedef struct {
    stats_t *stats;
    icnt_t *n;
    uint64_t now;
} rig_t;

static inline rig_t rig(icnt_cfg_t cfg, uint32_t inputs, uint32_t outputs)
{
    rig_t r = {.stats = stats_create()};
    r.n = icnt_create(&cfg, inputs, outputs, r.stats, "net");
    assert_non_null(r.n);
    return r;
}

static inline void end(rig_t *r)
{
    err_t err = {{0}};
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    assert_int_equal(icnt_held(r->n), 0);
    icnt_destroy(r->n);
    stats_destroy(r->stats);
}

static inline void tick(rig_t *r) { icnt_tick(r->n, ++r->now); }

static inline void push(rig_t *r, uint32_t in, uint32_t item, uint32_t out, uint32_t flits)
{
    assert_true(icnt_room(r->n, in, flits));
    icnt_push(r->n, r->now, in, item, out, flits);
}

static inline uint64_t expect_item(rig_t *r, uint32_t out, uint32_t item)
{
    const uint64_t limit = r->now + 10000;
    while (!mask_has(icnt_ready(r->n), out)) {
        tick(r);
        assert_true(r->now < limit);
    }
    assert_int_equal(icnt_pop(r->n, r->now, out), item);
    return r->now;
}

#endif
