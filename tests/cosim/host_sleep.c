/* host_sleep.c - a dispatcher whose clock stops while sleep_o is high, beside one whose clock never stops. A register
 * that changes although sleep_o was high keeps its old value in the first, and outputs that depend on it differ. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    void *always, *gated; /* engines rtl */
    disp_out_t out;       /* of the gated one, after its last clock */
} pair_t;

static uint64_t slept;

uint64_t host_slept(void) { return slept; }

static void pair_destroy(void *self)
{
    pair_t *p = self;
    engine_rtl_ops.destroy(p->always);
    engine_rtl_ops.destroy(p->gated);
    free(p);
}

void *host_sleep_create(const engine_cfg_t *cfg, err_t *err)
{
    pair_t *p = calloc(1, sizeof *p);
    if (!p && !err_set(err, NULL, 0, "out of memory")) return NULL;
    p->always = engine_rtl_create(cfg, err);
    p->gated = p->always ? engine_rtl_create(cfg, err) : NULL;
    if (p->gated) return p;
    pair_destroy(p);
    return NULL;
}

/* A register access is an input event: both are clocked, and the gated one is awake afterwards. */
static bool pair_write(void *self, uint32_t addr, uint32_t value)
{
    pair_t *p = self;
    const bool ok = engine_rtl_ops.reg_write(p->always, addr, value);
    if (engine_rtl_ops.reg_write(p->gated, addr, value) != ok) host_wrong("a write differs after sleep");
    p->out.sleep = false;
    return ok;
}

static bool pair_read(void *self, uint32_t addr, uint32_t *value)
{
    pair_t *p = self;
    uint32_t other = 0;
    const bool ok = engine_rtl_ops.reg_read(p->always, addr, value);
    if (engine_rtl_ops.reg_read(p->gated, addr, &other) != ok || (ok && other != *value))
        host_wrong("a read differs after sleep");
    p->out.sleep = false;
    return ok;
}

static void pair_step(void *self, const disp_in_t *in, disp_out_t *out)
{
    pair_t *p = self;
    disp_out_t always;
    memset(&always, 0, sizeof always); /* padding, too: it is compared */
    engine_rtl_ops.disp_step(p->always, in, &always);
    if (!p->out.sleep || in->mon || mask_any(in->done_valid)) {
        memset(&p->out, 0, sizeof p->out);
        engine_rtl_ops.disp_step(p->gated, in, &p->out);
    } else {
        p->out.done_ready = mask_none();
        slept++;
    }
    if (memcmp(&always, &p->out, sizeof always)) host_wrong("an output changed although sleep_o was high");
    *out = always;
}

static bool pair_watch(void *self, const char *policy, policy_regs_t *regs)
{
    return engine_rtl_ops.disp_watch(((pair_t *)self)->always, policy, regs);
}

static bool pair_why(void *self, disp_why_t *why) { return engine_rtl_ops.disp_why(((pair_t *)self)->always, why); }

const sched_ops_t host_sleep_ops = {
    .destroy = pair_destroy,
    .reg_write = pair_write,
    .reg_read = pair_read,
    .disp_step = pair_step,
    .disp_watch = pair_watch,
    .disp_why = pair_why,
};
