/* arb_rig.h - one golden warp arbiter, stepped by hand-worked vectors. */
#ifndef CTADEL_TESTS_ARB_RIG_H
#define CTADEL_TESTS_ARB_RIG_H

#include "policies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const sched_ops_t *const OPS = &engine_c_ops;

static inline void *engine(const char *warp) { return engine_c_create(arb(warp), 2, SCHED_SMALL); }

static inline void start(void *e, uint8_t slot, uint64_t warps)
{
    const arb_cta_t cta = {.slot = slot, .partner = slot, .warps = warps};
    const arb_in_t idle = {0};
    OPS->arb_cta_start(e, 0, &cta);
    assert_int_equal(OPS->arb_step(e, 0, &idle), SCHED_NONE);
}

static inline void expect_grant(void *e, uint64_t ready, slot_mask_t paused, uint32_t warp)
{
    const arb_in_t in = {.valid = UINT64_MAX, .ready = ready, .paused = paused};
    assert_int_equal(OPS->arb_step(e, 0, &in), warp);
}

#endif
