/* sm.c - creation of an SM, start and end of its CTAs, flush of its caches. */
#include "sm/sm_internal.h"

#include "isa/local_map.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

_Static_assert(SCHED_SLOTS_MAX <= LOCAL_MAP_SLOTS, "local memory has a region per CTA slot");

static const char *const CLIENT_NAME[CLIENT_COUNT] = {"l1d", "l1i", "l1c", "l1t"};

static bool create_caches(sm_t *sm, const char *path)
{
    const cache_cfg_t *const cfg[CLIENT_COUNT] = {&sm->cfg->l1d, &sm->cfg->l1i, &sm->cfg->l1c, &sm->cfg->l1t};
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) {
        char name[64];
        snprintf(name, sizeof name, "%s.%s", path, CLIENT_NAME[c]);
        sm->l1[c] =
            l1_create(cfg[c], sm->env.id, (uint8_t)c, sm->env.memsys, &sm->now, &sm->next[c], sm->env.stats, name);
        if (!sm->l1[c]) return false;
        const bool instructions = c == CLIENT_L1I;
        if (instructions ? sm->cfg->line_arrives == LINE_FETCHES : sm_collects(sm->cfg)) l1_answer_together(sm->l1[c]);
        if (sm->cfg->l1_miss_room == MISS_ROOM_FIXED) l1_need_room(sm->l1[c], c == CLIENT_L1D ? 2 : 1);
    }
    const uint32_t warps = sm->cfg->threads / sm->cfg->warp_lanes;
    return !sm->env.victim_tags || l1_keep_victims(sm->l1[CLIENT_L1D], warps, sm->cfg->victim_tags);
}

static bool create_stages(sm_t *sm)
{
    if (sm->cfg->sub_cores != SUB_CORES_STAGED) return true;
    sm->ports = ports_create(sm->cfg);
    sm->memq = memq_create(sm->cfg);
    sm->supply = supply_create(sm->cfg, sm->l1[CLIENT_L1I], sm->warps);
    sm->writes = writes_create(sm->cfg);
    if (sm->cfg->l0c.sets) sm->l0c = l0c_create(sm->cfg, sm->l1[CLIENT_L1C], sm->warps);
    if (sm->cfg->pipes[UNIT_DP] == 1 && !(sm->dpq = calloc(1, sizeof *sm->dpq))) return false;
    if (!sm->ports || !sm->memq || !sm->supply || !sm->writes || (sm->cfg->l0c.sets && !sm->l0c)) return false;
    if (!sm->env.issues) return true;
    sm->bits = bits_create(sm->cfg, sm->env.issues, sm->env.issues_self, sm->arbs.first, sm->warps);
    sm->access = calloc(sm->cfg->inflight_loads, sizeof *sm->access);
    return sm->bits && sm->access;
}

static bool create_units(sm_t *sm)
{
    const bool collects = sm_collects(sm->cfg);
    if (!(sm->wheel = wheel_create()) || !(sm->units = units_create(sm->cfg->pipes))) return false;
    if (!(sm->warps = warps_create(sm->cfg, sm->env.halves, sm->wheel, &sm->st))) return false;
    sm->mask = warps_masks(sm->warps);
    sm->fetch = fetch_create(sm->cfg, sm->l1[CLIENT_L1I], sm->warps, &sm->st);
    sm->ldst = ldst_create(sm->cfg, sm->l1[CLIENT_L1D], sm->l1[CLIENT_L1C], sm->l1[CLIENT_L1T], sm->wheel, &sm->st);
    if (!sm->ldst) return false;
    const sm_network_cfg_t *network = &sm->env.machine->sm_network;
    if (sm->env.network && !ldst_connect(sm->ldst, network, sm->env.network, sm->env.id)) return false;
    if (collects) sm->opnd = opnd_create(sm->cfg, sm->units, sm->wheel, &sm->st);
    return sm->fetch && (!collects || sm->opnd) && create_stages(sm);
}

sm_t *sm_create(const sm_env_t *env, const char *path)
{
    sm_t *sm = calloc(1, sizeof *sm);
    if (!sm) return NULL;
    sm->env = *env;
    sm->cfg = &env->machine->sm;
    sm->arbs.first = env->id * sm->cfg->schedulers;
    sm->reporting = -1;
    sm->ldst_exchanges = sm->cfg->past_l1d == PAST_L1D_DIRECT || env->network;
    sm->fetches = sm->cfg->sub_cores == SUB_CORES_STAGED ? FETCHES_L0
                  : sm->cfg->perfect_fetches             ? FETCHES_PERFECT
                                                         : FETCHES_L1I;
    if (!create_caches(sm, path) || !create_units(sm)) {
        sm_destroy(sm);
        return NULL;
    }
    sm_register_stats(sm, path);
    return sm;
}

void sm_destroy(sm_t *sm)
{
    if (!sm) return;
    warps_destroy(sm->warps);
    fetch_destroy(sm->fetch);
    ldst_destroy(sm->ldst);
    opnd_destroy(sm->opnd);
    ports_destroy(sm->ports);
    memq_destroy(sm->memq);
    bits_destroy(sm->bits);
    l0c_destroy(sm->l0c);
    free(sm->dpq);
    writes_destroy(sm->writes);
    free(sm->access);
    supply_destroy(sm->supply);
    units_destroy(sm->units);
    wheel_destroy(sm->wheel);
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) l1_destroy(sm->l1[c]);
    free(sm);
}

static void account_residency(sm_t *sm, uint64_t now)
{
    held_t *h = &sm->held;
    const uint64_t cycles = now - h->since;
    sm->st.cta_cycles += h->ctas * cycles;
    if (!h->ctas) sm->st.empty_cycles += cycles;
    sm->st.reg_cycles += h->regs * cycles;
    sm->st.smem_cycles += h->smem_bytes * cycles;
    h->since = now;
}

/* by: +1, a CTA of the launch starts; -1, one is released. */
static void residency_changes(sm_t *sm, uint64_t now, const kernel_launch_t *launch, int32_t by)
{
    const uint32_t regs = launch->warps_per_cta * launch->warp_lanes * launch->regs_per_thread;
    held_t *h = &sm->held;
    account_residency(sm, now);
    h->ctas += (uint32_t)by;
    h->constants += launch->constants ? (uint32_t)by : 0;
    h->regs += (uint32_t)by * regs;
    h->smem_bytes += (uint32_t)by * launch->smem_bytes;
    if (h->ctas > sm->st.cta_max) sm->st.cta_max = h->ctas;
}

static void tell_arbiters(sm_t *sm, const sm_kernel_t *kernel, uint32_t slot, uint32_t partner_slot,
                          const uint64_t share[SM_SCHEDS])
{
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++) {
        const arb_cta_t start = {
            .slot = (uint8_t)slot, .kid = (uint8_t)kernel->kid, .partner = (uint8_t)partner_slot, .warps = share[i]};
        sm->env.sched->arb_cta_start(sm->env.sched_self, sm->arbs.first + i, &start);
    }
    sm->arbs.events = (UINT32_C(1) << sm->cfg->schedulers) - 1;
}

bool sm_cta_begin(sm_t *sm, uint64_t now, const sm_kernel_t *kernel, const cta_place_t *place, const cta_group_t *group,
                  err_t *err)
{
    const kernel_launch_t *launch = kernel->launch;
    uint64_t share[SM_SCHEDS];
    assert(sm->now <= now && sm->phase <= PHASE_ISSUE); /* it has not run ahead */
    assert(place->slot < sm->cfg->cta_slots && group->partner_slot < sm->cfg->cta_slots);
    sm->watch.lid[place->slot] = place->lid;
    cta_place_t at = *place;
    at.late = sm->bits != NULL;
    fe_cta_t *fe = launch->ops->cta_begin(launch->self, &at, err);
    if (!fe) return false;
    const cta_t cta = {.launch = launch, .fe = fe, .code = kernel->code, .kid = (uint8_t)kernel->kid};
    warps_cta_begin(sm->warps, &cta, place->slot, group->half, share);
    for (uint64_t left = warps_cta(sm->warps, place->slot)->warps; left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        l1_warp_starts(sm->l1[CLIENT_L1D], w);
        if (sm->supply) supply_warp_starts(sm->supply, w);
        if (sm->bits) bits_starts(sm->bits, w);
        if (sm->l0c) l0c_warp_starts(sm->l0c, w);
    }
    tell_arbiters(sm, kernel, place->slot, group->partner_slot, share);
    sm->st.ctas_begun++;
    residency_changes(sm, now, launch, +1);
    return true;
}

bool sm_done_pending(const sm_t *sm, uint32_t *slot)
{
    if (sm->reporting < 0) return false;
    *slot = (uint32_t)sm->reporting;
    return true;
}

void sm_done_taken(sm_t *sm, uint64_t now)
{
    const uint32_t slot = (uint32_t)sm->reporting;
    residency_changes(sm, now, warps_cta(sm->warps, slot)->launch, -1);
    warps_cta_end(sm->warps, slot);
    sm->reporting = -1;
    sm->st.ctas_ended++;
}

void sm_settle(sm_t *sm, uint64_t now)
{
    sm_account_slept(sm, now, false);
    account_residency(sm, now);
    ldst_settle(sm->ldst);
    for (uint32_t u = 0; u < UNIT_NONE; u++) sm->busy[u] = units_busy(sm->units, u);
}

bool sm_holds(const sm_t *sm, uint32_t slot) { return warps_cta(sm->warps, slot)->launch != NULL; }
uint32_t sm_resident_ctas(const sm_t *sm) { return sm->held.ctas; }
uint64_t sm_issued(const sm_t *sm) { return sm->st.warp_insts; }
uint64_t sm_issued_cycle(const sm_t *sm) { return sm->issued_cycle; }
uint64_t sm_busy(const sm_t *sm, uint32_t unit) { return units_busy(sm->units, unit); }

uint64_t sm_classified(const sm_t *sm) { return sm->st.active + sm->st.idle + sm->st.mem_stall + sm->st.core_stall; }

bool sm_flush_caches(sm_t *sm, uint64_t now)
{
    const bool empty = !sm->held.ctas;
    assert(sm->now <= now && sm->phase == PHASE_BEGIN);
    sm_wake(sm, now, false);
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) {
        if (c == CLIENT_L1I || c == CLIENT_L1C) continue; /* no kernel writes what they hold */
        if (empty) l1_flush(sm->l1[c]);
        else l1_clean(sm->l1[c]);
    }
    return empty;
}

void sm_resize_l1d(sm_t *sm, uint32_t ways) { l1_resize(sm->l1[CLIENT_L1D], ways); }

void sm_empty_caches(sm_t *sm)
{
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) l1_invalidate(sm->l1[c]);
    if (sm->supply) supply_empty(sm->supply);
    if (sm->l0c) l0c_empty(sm->l0c);
}

uint8_t sm_recall(sm_t *sm, uint64_t addr, uint32_t bytes)
{
    uint8_t dirty = 0;
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) dirty |= l1_recall(sm->l1[c], addr, bytes);
    return dirty;
}

bool sm_awaits_lines(const sm_t *sm)
{
    return (sm->supply && supply_awaits(sm->supply)) || (sm->l0c && l0c_awaits(sm->l0c));
}

bool sm_written(const sm_t *sm)
{
    for (uint32_t c = 0; c < CLIENT_COUNT; c++)
        if (!l1_written(sm->l1[c])) return false;
    return true;
}

/* Source line of the first resident warp's next instruction; 0: unknown. */
static uint32_t first_line(const sm_t *sm)
{
    for (uint32_t w = 0; w < sm->cfg->threads / sm->cfg->warp_lanes; w++) {
        const warp_place_t at = warps_place(sm->warps, w);
        if (!(sm->mask[at.sched].resident & at.bit)) continue;
        const uint32_t line = warps_at(sm->warps, w)->head->line;
        if (line) return line;
    }
    return 0;
}

void sm_describe(const sm_t *sm, char *text, uint32_t text_bytes)
{
    uint32_t held = 0, mem = 0, resident = 0;
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++) {
        held += (uint32_t)__builtin_popcountll(sm->mask[i].held & sm->mask[i].resident);
        mem += (uint32_t)__builtin_popcountll(sm->mask[i].wait_mem);
        resident += (uint32_t)__builtin_popcountll(sm->mask[i].resident);
    }
    snprintf(text, text_bytes,
             "SM %u: %u CTAs, %u warps (%u held by a barrier, a fence, a copy, an atomic or for work; %u wait for "
             "memory), operand collectors %u, LD/ST queue %u, L1D pending %u; first warp is at line %u",
             sm->env.id, sm->held.ctas, resident, held, mem, sm->opnd ? opnd_inside(sm->opnd) : 0,
             ldst_queued(sm->ldst), l1_pending(sm->l1[CLIENT_L1D]) + ldst_before_look_up(sm->ldst), first_line(sm));
}
