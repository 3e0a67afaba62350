/* opnd_rig.h - operand collectors with pipelines and a wheel, and no SM around them. */
#ifndef CTADEL_TESTS_OPND_RIG_H
#define CTADEL_TESTS_OPND_RIG_H

#include "sm/opnd.h"

enum { LATENCY = 4, LEAVE_CYCLES = 2, BANKS = 4 };

typedef struct {
    units_t *units;
    wheel_t *wheel;
    opnd_t *o;
    sm_counters_t counted;
    sm_cfg_t cfg;
} rig_t;

/* Each pipeline takes LATENCY cycles; rig_t.cfg stays the test's. */
static void rig_start(rig_t *r, const sm_cfg_t *cfg)
{
    *r = (rig_t){.cfg = *cfg};
    for (uint32_t l = 0; l < LAT_COUNT; l++)
        if (!r->cfg.lat[l].latency_cycles) r->cfg.lat[l] = (lat_cfg_t){LATENCY, 1};
    r->units = units_create(r->cfg.pipes);
    r->wheel = wheel_create();
    r->o = opnd_create(&r->cfg, r->units, r->wheel, &r->counted);
    assert_non_null(r->o);
}

static void stop(rig_t *r)
{
    opnd_destroy(r->o);
    wheel_destroy(r->wheel);
    units_destroy(r->units);
}

#endif
