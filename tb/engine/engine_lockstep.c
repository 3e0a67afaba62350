/* engine_lockstep.c - rtl and c side by side. */
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    void *rtl, *c;
    uint32_t schedulers;
    uint64_t cycle, differs_at;
    char difference[256];
} lockstep_t;

static void differ(lockstep_t *l, const char *where, const char *signal, uint64_t rtl, uint64_t c)
{
    if (l->difference[0]) return;
    l->differs_at = l->cycle;
    snprintf(l->difference, sizeof l->difference, "lockstep: cycle %llu, %s: %s is 0x%llx in rtl, 0x%llx in c",
             (unsigned long long)l->cycle, where, signal, (unsigned long long)rtl, (unsigned long long)c);
}

void *engine_lockstep_create(const engine_cfg_t *cfg, err_t *err)
{
    lockstep_t *l = calloc(1, sizeof *l);
    if (l) {
        l->schedulers = cfg->schedulers;
        l->c = engine_c_create(cfg->warp, cfg->sms * cfg->schedulers);
        l->rtl = l->c ? engine_rtl_create(cfg, err) : NULL;
        if (l->rtl) return l;
        if (l->c) engine_c_ops.destroy(l->c);
        free(l);
    }
    err_set(err, NULL, 0, "out of memory");
    return NULL;
}

static void lockstep_destroy(void *self)
{
    lockstep_t *l = self;
    if (!l) return;
    engine_rtl_ops.destroy(l->rtl);
    engine_c_ops.destroy(l->c);
    free(l);
}

static bool lockstep_reg_write(void *self, uint32_t addr, uint32_t value)
{
    lockstep_t *l = self;
    const bool rtl = engine_rtl_ops.reg_write(l->rtl, addr, value);
    const bool c = engine_c_ops.reg_write(l->c, addr, value);
    char where[40];
    snprintf(where, sizeof where, "write of register 0x%03x", addr);
    if (rtl != c) differ(l, where, "accepted", rtl, c);
    return rtl;
}

static bool lockstep_reg_read(void *self, uint32_t addr, uint32_t *value)
{
    lockstep_t *l = self;
    uint32_t from_c = 0;
    const bool rtl = engine_rtl_ops.reg_read(l->rtl, addr, value);
    const bool c = engine_c_ops.reg_read(l->c, addr, &from_c);
    char where[40];
    snprintf(where, sizeof where, "read of register 0x%03x", addr);
    if (rtl != c) differ(l, where, "accepted", rtl, c);
    if (rtl && *value != from_c) differ(l, where, "value", *value, from_c);
    return rtl;
}

static void lockstep_disp_step(void *self, const disp_in_t *in, disp_out_t *out)
{
    lockstep_t *l = self;
    disp_out_t c;
    engine_rtl_ops.disp_step(l->rtl, in, out);
    engine_c_ops.disp_step(l->c, in, &c);
    const struct {
        const char *name;
        uint64_t rtl, c;
        bool always; /* the payload counts only while valid */
    } row[] = {
        {"done_ready", out->done_ready, c.done_ready, true},
        {"issue_valid", out->issue_valid, c.issue_valid, true},
        {"irq", out->irq, c.irq, true},
        {"issue_sm", out->sm, c.sm, false},
        {"issue_slot", out->slot, c.slot, false},
        {"issue_kid", out->kid, c.kid, false},
        {"issue_x", out->x, c.x, false},
        {"issue_y", out->y, c.y, false},
        {"issue_z", out->z, c.z, false},
        {"issue_lid", out->lid, c.lid, false},
        {"issue_block", out->block, c.block, false},
        {"issue_half", out->half, c.half, false},
        {"drain", out->drain, c.drain, true},
        {"sleep", out->sleep, c.sleep, true},
        {"mon_kid", out->mon_kid, c.mon_kid, true},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        if (row[i].rtl != row[i].c && (row[i].always || (out->issue_valid && c.issue_valid)))
            differ(l, "dispatcher", row[i].name, row[i].rtl, row[i].c);
    for (uint32_t k = 0; k < SCHED_KERNELS; k++)
        if (out->quota[k] != c.quota[k]) {
            char where[32];
            snprintf(where, sizeof where, "dispatcher, kernel %u", k);
            differ(l, where, "quota", out->quota[k], c.quota[k]);
        }
    for (uint32_t s = 0; s < SCHED_SMS_MAX; s++)
        if (out->paused[s] != c.paused[s]) {
            char where[32];
            snprintf(where, sizeof where, "dispatcher, SM %u", s);
            differ(l, where, "paused", out->paused[s], c.paused[s]);
        }
}

static void lockstep_arb_cta_start(void *self, uint32_t arb, const arb_cta_t *cta)
{
    lockstep_t *l = self;
    engine_rtl_ops.arb_cta_start(l->rtl, arb, cta);
    engine_c_ops.arb_cta_start(l->c, arb, cta);
}

static void lockstep_arb_cta_end(void *self, uint32_t arb, uint32_t slot)
{
    lockstep_t *l = self;
    engine_rtl_ops.arb_cta_end(l->rtl, arb, slot);
    engine_c_ops.arb_cta_end(l->c, arb, slot);
}

static uint8_t lockstep_arb_serve(void *self, uint32_t arb0, uint32_t schedulers, const arb_in_t *in)
{
    lockstep_t *l = self;
    const uint8_t rtl = engine_rtl_ops.arb_serve(l->rtl, arb0, schedulers, in);
    const uint8_t c = engine_c_ops.arb_serve(l->c, arb0, schedulers, in);
    if (rtl != c) {
        char where[32];
        snprintf(where, sizeof where, "SM %u", arb0 / schedulers);
        differ(l, where, "served kernel", rtl, c);
    }
    return rtl;
}

static uint32_t lockstep_arb_step(void *self, uint32_t arb, const arb_in_t *in)
{
    lockstep_t *l = self;
    const uint32_t rtl = engine_rtl_ops.arb_step(l->rtl, arb, in);
    const uint32_t c = engine_c_ops.arb_step(l->c, arb, in);
    if (rtl != c) {
        char where[48];
        snprintf(where, sizeof where, "SM %u, scheduler %u", arb / l->schedulers, arb % l->schedulers);
        differ(l, where, "granted warp", rtl, c);
    }
    return rtl;
}

/* The golden model compares its state, so it knows all the RTL may claim. */
static bool lockstep_arb_still(void *self, uint32_t arb)
{
    lockstep_t *l = self;
    const bool rtl = engine_rtl_ops.arb_still(l->rtl, arb);
    const bool c = engine_c_ops.arb_still(l->c, arb);
    char where[48];
    snprintf(where, sizeof where, "SM %u, scheduler %u", arb / l->schedulers, arb % l->schedulers);
    if (rtl && !c) differ(l, where, "still", rtl, c);
    return rtl;
}

void *engine_lockstep_rtl(void *self) { return ((lockstep_t *)self)->rtl; }
void engine_lockstep_cycle(void *self, uint64_t cycle) { ((lockstep_t *)self)->cycle = cycle; }
const char *engine_lockstep_difference(const void *self) { return ((const lockstep_t *)self)->difference; }
uint64_t engine_lockstep_difference_cycle(const void *self) { return ((const lockstep_t *)self)->differs_at; }

const sched_ops_t engine_lockstep_ops = {
    .destroy = lockstep_destroy,
    .reg_write = lockstep_reg_write,
    .reg_read = lockstep_reg_read,
    .disp_step = lockstep_disp_step,
    .arb_cta_start = lockstep_arb_cta_start,
    .arb_cta_end = lockstep_arb_cta_end,
    .arb_serve = lockstep_arb_serve,
    .arb_step = lockstep_arb_step,
    .arb_still = lockstep_arb_still,
};
