/* sm.c - creation, arrival and departure of CTAs. */
#include "sm/sm_internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const CLIENT_NAME[CLIENT_COUNT] = {"l1d", "l1i", "l1c"};

sm_t *sm_create(const sm_env_t *env, const char *path)
{
    sm_t *sm = calloc(1, sizeof *sm);
    if (!sm) return NULL;
    sm->env = *env;
    sm->cfg = env->machine->sm;
    sm->scheds = sm->cfg.schedulers;
    sm->warps = sm->cfg.threads / sm->cfg.warp_lanes;
    sm->arb0 = env->id * sm->scheds;
    assert(!(env->halves && sm->scheds == 1));
    sm->local_shift = env->halves ? 0 : (uint32_t)__builtin_ctz(sm->scheds);
    for (uint32_t w = 0; w < SM_WARPS; w++) sm->sched_of[w] = (uint8_t)(w & (sm->scheds - 1));
    const uint32_t local = (sm->warps + (1u << sm->local_shift) - 1) >> sm->local_shift;
    sm->absent = local == 64 ? 0 : ~UINT64_C(0) << local;
    sm->free_warps = sm->warps == 64 ? ~UINT64_C(0) : (UINT64_C(1) << sm->warps) - 1;
    sm->reporting = -1;
    sm->fetch.waits = NO_WARP;
    assert(sm->warps <= SM_WARPS && sm->cfg.cta_slots <= SM_SLOTS);
    const cache_cfg_t *const cfg[CLIENT_COUNT] = {&sm->cfg.l1d, &sm->cfg.l1i, &sm->cfg.l1c};
    bool ok = ldst_create(sm) && opnd_create(sm) && (sm->wheel = wheel_create()) != NULL;
    for (uint32_t c = 0; ok && c < CLIENT_COUNT; c++) {
        char name[64];
        snprintf(name, sizeof name, "%s.%s", path, CLIENT_NAME[c]);
        sm->l1[c] = l1_create(cfg[c], env->id, (uint8_t)c, env->memsys, env->stats, name);
        ok = sm->l1[c] != NULL;
    }
    if (ok && env->victim_tags) ok = l1_keep_victims(sm->l1[CLIENT_L1D], sm->warps, sm->cfg.victim_tags);
    if (!ok) {
        sm_destroy(sm);
        return NULL;
    }
    sm_register_stats(sm, path);
    return sm;
}

void sm_destroy(sm_t *sm)
{
    if (!sm) return;
    for (uint32_t c = 0; c < SM_SLOTS; c++)
        if (sm->cta[c].launch) sm->cta[c].launch->ops->cta_end(sm->cta[c].launch->self, sm->cta[c].fe);
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) l1_destroy(sm->l1[c]);
    wheel_destroy(sm->wheel);
    free(sm->entry);
    free(sm->entry_free);
    free(sm->ldst_queue);
    free(sm->l1d_wait);
    free(sm->answer);
    free(sm->opnd);
    free(sm);
}

void sm_account_residency(sm_t *sm, uint64_t now)
{
    const uint64_t cycles = now - sm->cta_since;
    sm->st.cta_cycles += sm->resident * cycles;
    if (!sm->resident) sm->st.empty_cycles += cycles;
    sm->st.reg_cycles += sm->regs_held * cycles;
    sm->st.smem_cycles += sm->smem_held * cycles;
    sm->cta_since = now;
}

/* by: +1, a CTA of the launch arrives; -1, one leaves. */
static void residency_changes(sm_t *sm, uint64_t now, const kernel_launch_t *launch, int32_t by)
{
    const uint32_t regs = launch->warps_per_cta * launch->warp_lanes * launch->regs_per_thread;
    sm_account_residency(sm, now);
    sm->resident += (uint32_t)by;
    sm->regs_held += (uint32_t)by * regs;
    sm->smem_held += (uint32_t)by * launch->smem_bytes;
    if (sm->resident > sm->st.cta_max) sm->st.cta_max = sm->resident;
}

/* Where CTAs are dealt: warp i goes to scheduler i mod n of the n that serve its CTA. */
static uint32_t dealt_to(const sm_t *sm, uint32_t i, uint32_t half)
{
    const uint32_t n = half == HALF_ALL ? sm->scheds : sm->scheds / 2;
    return i % n + (half == HALF_UPPER ? n : 0);
}

bool sm_cta_begin(sm_t *sm, uint64_t now, const sm_kernel_t *kernel, const cta_place_t *place, const cta_group_t *group,
                  err_t *err)
{
    const kernel_launch_t *launch = kernel->launch;
    cta_t *cta = &sm->cta[place->slot];
    assert(!cta->launch && place->slot < sm->cfg.cta_slots && group->mate_slot < sm->cfg.cta_slots);
    assert((uint32_t)__builtin_popcountll(sm->free_warps) >= launch->warps_per_cta);
    fe_cta_t *fe = launch->ops->cta_begin(launch->self, place, err);
    if (!fe) return false;
    const uint8_t warps = (uint8_t)launch->warps_per_cta;
    *cta = (cta_t){.launch = launch,
                   .fe = fe,
                   .code = kernel->code,
                   .kid = (uint8_t)kernel->kid,
                   .live = warps,
                   .unfinished = warps};
    uint64_t share[SM_SCHEDS] = {0};
    for (uint32_t i = 0; i < launch->warps_per_cta; i++) {
        const uint32_t w = (uint32_t)__builtin_ctzll(sm->free_warps);
        sm->free_warps &= sm->free_warps - 1;
        cta->warps |= UINT64_C(1) << w;
        if (sm->env.halves) sm->sched_of[w] = (uint8_t)dealt_to(sm, i, group->half);
        share[sm_sched_of(sm, w)] |= sm_bit_of(sm, w);
        warp_start(sm, w, fe, place->slot, i);
    }
    sm->kernel_warps[cta->kid] |= cta->warps;
    for (uint32_t i = 0; i < sm->scheds; i++) {
        const arb_cta_t start = {.slot = (uint8_t)place->slot,
                                 .kid = (uint8_t)kernel->kid,
                                 .partner = (uint8_t)group->mate_slot,
                                 .warps = share[i]};
        sm->env.sched->arb_cta_start(sm->env.sched_self, sm->arb0 + i, &start);
    }
    sm->arb_events = (UINT32_C(1) << sm->scheds) - 1;
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
    cta_t *cta = &sm->cta[sm->reporting];
    residency_changes(sm, now, cta->launch, -1);
    cta->launch->ops->cta_end(cta->launch->self, cta->fe);
    cta->launch = NULL;
    sm->free_warps |= cta->warps;
    sm->kernel_warps[cta->kid] &= ~cta->warps;
    sm->reporting = -1;
    sm->st.ctas_ended++;
}

uint32_t sm_resident_ctas(const sm_t *sm) { return sm->resident; }
uint64_t sm_issued(const sm_t *sm) { return sm->st.warp_insts; }
uint64_t sm_busy(const sm_t *sm, uint32_t unit) { return sm->st.unit_busy[unit]; }

uint64_t sm_classified(const sm_t *sm) { return sm->st.active + sm->st.idle + sm->st.mem_stall + sm->st.core_stall; }

bool sm_flush_caches(sm_t *sm, uint64_t now)
{
    const bool empty = !sm->resident;
    sm_wake(sm, now);
    caches_catch_up(sm, now);
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) {
        if (empty) l1_flush(sm->l1[c]);
        else l1_clean(sm->l1[c]);
    }
    return empty;
}

uint8_t sm_recall(sm_t *sm, uint64_t addr, uint32_t bytes)
{
    uint8_t dirty = 0;
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) dirty |= l1_recall(sm->l1[c], addr, bytes);
    return dirty;
}

bool sm_written(const sm_t *sm)
{
    for (uint32_t c = 0; c < CLIENT_COUNT; c++)
        if (!l1_written(sm->l1[c])) return false;
    return true;
}

void sm_describe(const sm_t *sm, char *text, uint32_t text_bytes)
{
    uint32_t held = 0, mem = 0, resident = 0, line = 0;
    for (uint32_t w = 0; w < sm->warps && !line; w++)
        if (sm->mask[sm_sched_of(sm, w)].resident & sm_bit_of(sm, w)) line = sm->warp[w].head->line;
    for (uint32_t i = 0; i < sm->scheds; i++) {
        held += (uint32_t)__builtin_popcountll(sm->mask[i].held & sm->mask[i].resident);
        mem += (uint32_t)__builtin_popcountll(sm->mask[i].wait_mem);
        resident += (uint32_t)__builtin_popcountll(sm->mask[i].resident);
    }
    snprintf(text, text_bytes,
             "SM %u: %u CTAs, %u warps (%u at a barrier or fence, %u wait for memory), operand "
             "collectors %u, LD/ST queue %u, L1D pending %u; first warp stands at line %u",
             sm->env.id, sm->resident, resident, held, mem, sm->opnd ? sm->opnd->inside : 0, sm->ldst_used,
             l1_pending(sm->l1[CLIENT_L1D]) + sm->l1d_wait_used, line);
}
