/* engine_rtl.c - the engine rtl: the Verilated dispatcher and one Verilated arbiter per warp scheduler. Small models
 * that are clocked only when they can change are several times faster than one top with a generate loop.
 *
 * With a warp policy whose kernels take turns, each SM has an arb_sm, clocked only in cycles in which a warp of the SM
 * competes. Wave time: a core cycle has TICKS; the dispatcher is clocked first, then arbiters, then units that follow.
 */
#include "engine/engine.h"
#include "engine/models.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { TICKS = 1000, TICK_DISP = 4, TICK_SM = 292, TICK_ARB = 300, TICK_ARB_IDLE = 500, TICK_FALL = 700 };
enum { DISP_STRIDE = 2, SM_STRIDE = 4, ARB_STRIDE = 40, FOLLOWERS = 2 /* at most */ };
_Static_assert(TICK_DISP + SCHED_SMS_MAX * DISP_STRIDE <= TICK_SM, "time does not go back in a cycle of most clocks");

typedef struct {
    void *model;
    arb_events_t ev;     /* events to apply at the next clock edge */
    arb_in_t in;         /* if traced: the last inputs */
    bool clocked, still; /* if traced: clocked in this cycle; the last clock changed nothing */
} arb_t;

typedef struct {
    const arb_shim_t *shim;
    const disp_shim_t *model;
    void *disp;
    uint32_t policy; /* POLICY, in the numbers of policy/registry.h */
    wave_t *wave;
    uint64_t time; /* wave time of the start of the cycle; register accesses take wave cycles of their own */
    uint64_t wave_from, wave_room; /* first wave time that is written; time without a change behind the last one */
    uint32_t arbs, schedulers, followers;
    uint32_t wave_sm, first, traced;       /* SM whose arbiters are traced; index of the first of them, number */
    sm_shim_t *turn[SCHED_SMS_MAX];        /* arb_sm of each SM; NULL: kernels do not take turns */
    bool turn_clocked, open, every_cycle;  /* clocked in this wave cycle: arb_sm, any model; of arb_policy_t */
    uint32_t disp_clocks, arb_clocks;      /* in this wave cycle: of the dispatcher, of traced arbiters */
    engine_follower_t follower[FOLLOWERS]; /* other units in the waves */
    arb_t arb[];
} engine_t;

static bool is_traced(const engine_t *e, uint32_t arb) { return arb - e->first < e->traced; }

void engine_rtl_dump(void *self, uint64_t offset)
{
    engine_t *e = self;
    if (!e->wave) return;
    if (e->time >= e->wave_from) wave_dump(e->wave, e->time + offset);
    e->open = true;
}

static void disp_clock(engine_t *e, const disp_in_t *in, axil_t *host, disp_out_t *out)
{
    const uint64_t tick = TICK_DISP + e->disp_clocks++ * DISP_STRIDE;
    sm_mask_t done_ready;
    e->model->settle(e->disp, in, host, &done_ready);
    engine_rtl_dump(e, tick);
    e->model->rise(e->disp, out, host);
    out->done_ready = done_ready;
    engine_rtl_dump(e, tick + DISP_STRIDE / 2);
}

static void reset(engine_t *e)
{
    const disp_in_t in = {0};
    axil_t host = {0};
    disp_out_t out;
    e->model->reset(e->disp, false);
    for (uint32_t i = 0; i < 2; i++) {
        disp_clock(e, &in, &host, &out);
        engine_rtl_end_cycle(e);
    }
    e->model->reset(e->disp, true);
}

static void rtl_destroy(void *self)
{
    engine_t *e = self;
    if (!e) return;
    engine_rtl_end_cycle(e);
    if (e->wave_room) engine_rtl_dump(e, e->wave_room);
    if (e->wave) wave_close(e->wave);
    for (uint32_t s = 0; s < SCHED_SMS_MAX; s++)
        if (e->turn[s]) sm_shim_destroy(e->turn[s]);
    for (uint32_t i = 0; i < e->arbs && e->shim; i++)
        if (e->arb[i].model) e->shim->destroy(e->arb[i].model);
    if (e->disp) e->model->destroy(e->disp);
    free(e);
}

void *engine_rtl_create(const engine_cfg_t *cfg, err_t *err)
{
    const uint32_t arbs = cfg->machine.sms * cfg->schedulers;
    engine_t *e = calloc(1, sizeof *e + arbs * sizeof e->arb[0]);
    if (!e && !err_set(err, NULL, 0, "out of memory")) return NULL;
    const disp_size_t arb = cfg->wave ? disp_model_size(cfg->machine) : cfg->machine; /* saved views fit it */
    e->shim = arb_model(cfg->warp, cfg->wave ? SCHED_WARPS_MAX : cfg->warps, arb);
    e->arbs = arbs;
    e->every_cycle = cfg->warp->every_cycle;
    e->schedulers = cfg->schedulers;
    e->wave_sm = cfg->wave_sm;
    e->first = cfg->wave_sm * cfg->schedulers;
    e->traced = cfg->wave ? cfg->schedulers : 0;
    e->wave_from = cfg->waves_from_cycle * TICKS;
    e->wave_room = cfg->waves_room_cycles * (uint64_t)TICKS;
    e->wave = cfg->wave;
    e->model = disp_model(cfg->use, cfg->machine);
    e->disp = e->model->create("disp", e->wave);
    for (uint32_t i = 0; i < arbs; i++) {
        char name[32];
        snprintf(name, sizeof name, "sm%u_arb%u", i / cfg->schedulers, i % cfg->schedulers);
        e->arb[i].model = e->shim->create(name, is_traced(e, i) ? e->wave : NULL);
    }
    for (uint32_t s = 0; s < cfg->machine.sms && cfg->warp->turns; s++) {
        char name[32];
        snprintf(name, sizeof name, "sm%u_turn", s);
        e->turn[s] = sm_shim_create(name, s == e->wave_sm ? e->wave : NULL);
    }
    if (e->wave) wave_open(e->wave, cfg->waves);
    reset(e);
    return e;
}

/* One AXI4-Lite access: a fixed number of dispatcher clocks, during which issue_ready is low. */
static bool transfer(engine_t *e, axil_t *host, bool write)
{
    const disp_in_t quiet = {0};
    disp_out_t out;
    engine_rtl_end_cycle(e);
    disp_clock(e, &quiet, host, &out);
    host->awvalid = host->wvalid = host->arvalid = false;
    if (write) {
        engine_rtl_end_cycle(e);
        disp_clock(e, &quiet, host, &out);
    }
    assert(write ? host->bvalid : host->rvalid);
    const bool ok = !host->error;
    const uint32_t rdata = host->rdata;
    engine_rtl_end_cycle(e);
    disp_clock(e, &quiet, host, &out);
    engine_rtl_end_cycle(e);
    host->rdata = rdata;
    return ok;
}

static bool rtl_reg_write(void *self, uint32_t addr, uint32_t value)
{
    engine_t *e = self;
    axil_t host = {.awvalid = true, .wvalid = true, .bready = true, .addr = addr, .wdata = value};
    if (addr == REG_POLICY && !disp_model_policy(e->model, &host.wdata)) return false;
    if (!transfer(e, &host, true)) return false;
    if (addr == REG_POLICY) e->policy = value;
    return true;
}

static bool rtl_reg_read(void *self, uint32_t addr, uint32_t *value)
{
    axil_t host = {.arvalid = true, .rready = true, .addr = addr};
    const engine_t *e = self;
    const bool ok = transfer(self, &host, false);
    *value = addr == REG_POLICY && e->model->policies ? e->policy : host.rdata;
    return ok;
}

static void rtl_disp_step(void *self, const disp_in_t *in, disp_out_t *out)
{
    axil_t host = {.bready = true, .rready = true};
    disp_clock(self, in, &host, out);
}

static bool rtl_disp_watch(void *self, const char *policy, policy_regs_t *regs)
{
    const engine_t *e = self;
    return e->model->watch(e->disp, policy, regs);
}

static bool rtl_disp_why(void *self, disp_why_t *why)
{
    const engine_t *e = self;
    return e->model->why(e->disp, why);
}

static void rtl_arb_cta_start(void *self, uint32_t arb, const arb_cta_t *cta)
{
    arb_events_t *ev = &((engine_t *)self)->arb[arb].ev;
    assert(!ev->starts);
    ev->start = *cta;
    ev->starts = true;
}

static void rtl_arb_cta_end(void *self, uint32_t arb, uint32_t slot)
{
    arb_events_t *ev = &((engine_t *)self)->arb[arb].ev;
    assert(!ev->ends);
    ev->end_slot = slot;
    ev->ends = true;
}

/* Clocks the arb_sm of SM s. offset: wave time within the cycle. */
static uint16_t clock_turn(engine_t *e, uint32_t s, uint64_t asks, uint64_t offset)
{
    const uint16_t serve = sm_shim_settle(e->turn[s], asks);
    if (s == e->wave_sm) engine_rtl_dump(e, offset);
    sm_shim_rise(e->turn[s]);
    if (s != e->wave_sm) return serve; /* it may be on another thread */
    engine_rtl_dump(e, offset + SM_STRIDE / 2);
    e->turn_clocked = true;
    return serve;
}

static uint16_t rtl_arb_serve(void *self, uint32_t arb0, uint32_t schedulers, const arb_in_t *in)
{
    engine_t *e = self;
    uint64_t asks = 0;
    assert(schedulers == e->schedulers && schedulers <= SM_SHIM_SCHEDS);
    for (uint32_t i = 0; i < schedulers; i++)
        if (in[i].ready) {
            arb_t *a = &e->arb[arb0 + i];
            asks |= (uint64_t)e->shim->asks(a->model, &a->ev, &in[i]) << i * SCHED_KERNELS_MAX;
        }
    return clock_turn(e, arb0 / schedulers, asks, TICK_SM);
}

/* Clocks a traced arbiter. offset: wave time within the cycle; arbiters that may grant come before idle ones. */
static uint64_t traced_clock(engine_t *e, uint32_t arb, uint64_t offset)
{
    arb_t *a = &e->arb[arb];
    offset += e->arb_clocks++ * ARB_STRIDE; /* an SM starts with another scheduler in each cycle */
    e->shim->settle(a->model, &a->ev, &a->in);
    engine_rtl_dump(e, offset);
    const uint64_t grant = e->shim->rise(a->model);
    engine_rtl_dump(e, offset + ARB_STRIDE / 2);
    a->ev.starts = a->ev.ends = false;
    a->in.victim = 0;
    a->clocked = true;
    return grant;
}

static uint32_t rtl_arb_step(void *self, uint32_t arb, const arb_in_t *in)
{
    engine_t *e = self;
    arb_t *a = &e->arb[arb];
    uint64_t grant;
    if (is_traced(e, arb)) {
        a->in = *in;
        grant = traced_clock(e, arb, TICK_ARB);
    } else {
        grant = e->shim->cycle(a->model, &a->ev, in, &a->still);
        a->ev.starts = a->ev.ends = false;
    }
    return grant ? (uint32_t)__builtin_ctzll(grant) : SCHED_NONE;
}

/* Never true for a traced arbiter, because a wave shows every cycle. */
static bool rtl_arb_still(void *self, uint32_t arb) { return ((engine_t *)self)->arb[arb].still; }

void engine_rtl_end_cycle(void *self)
{
    engine_t *e = self;
    e->disp_clocks = 0;
    if (!e->wave || !e->open) return;
    if (e->turn[e->wave_sm]) {
        if (!e->turn_clocked) clock_turn(e, e->wave_sm, 0, TICK_ARB_IDLE - SM_STRIDE);
        sm_shim_fall(e->turn[e->wave_sm]);
        e->turn_clocked = false;
    }
    for (uint32_t i = e->first; i < e->first + e->traced; i++) { /* every_cycle: a clock more would change state */
        e->arb[i].in.ready = 0;
        if (!e->arb[i].clocked && !e->every_cycle) traced_clock(e, i, TICK_ARB_IDLE);
        e->arb[i].clocked = false;
        e->shim->fall(e->arb[i].model);
    }
    e->model->fall(e->disp);
    for (uint32_t i = 0; i < e->followers; i++) e->follower[i].fall(e->follower[i].self);
    engine_rtl_dump(e, TICK_FALL);
    e->time += TICKS;
    e->arb_clocks = 0;
    e->open = false;
}

void engine_rtl_follow(void *self, const engine_follower_t *unit)
{
    engine_t *e = self;
    assert(e->followers < FOLLOWERS);
    e->follower[e->followers++] = *unit;
}

const sched_ops_t engine_rtl_ops = {
    .destroy = rtl_destroy,
    .reg_write = rtl_reg_write,
    .reg_read = rtl_reg_read,
    .disp_step = rtl_disp_step,
    .disp_watch = rtl_disp_watch,
    .disp_why = rtl_disp_why,
    .arb_cta_start = rtl_arb_cta_start,
    .arb_cta_end = rtl_arb_cta_end,
    .arb_serve = rtl_arb_serve,
    .arb_step = rtl_arb_step,
    .arb_still = rtl_arb_still,
};
