/* gpu.c - one core cycle, in order: memory, SMs, dispatcher, arbiters; and the skip of idle cycles. */
#include "gpu/gpu_internal.h"

#include "base/min.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void register_stats(gpu_t *g)
{
    stats_t *s = g->env.stats;
    stats_add_u64(s, "gpu", "cycles", "cycles", "core cycles simulated", &g->cycles);
    stats_add_u64(s, "gpu", "kernels", "launches", "kernels run to their end", &g->kernels);
    stats_add_u64(s, "gpu", "kernels_max", "launches",
                  "most kernels at once that had started a CTA and not reported their last", &g->kernels_max);
    stats_add_u64(s, "gpu", "kernels_apart", "pairs",
                  "pairs of a running kernel and one launched meanwhile that are too large to share an SM: one CTA of "
                  "each does not fit",
                  &g->apart);
    stats_add_u64(s, "gpu", "ctas_launched", "CTAs", "CTAs of the kernels launched", &g->ctas_launched);
    stats_add_u64(s, "gpu", "ctas_issued", "CTAs", "CTAs dispatched to SMs", &g->ctas_issued);
    stats_add_u64(s, "gpu", "ctas_done", "CTAs", "CTAs whose report the dispatcher took", &g->ctas_done);
    stats_add_u64(s, "gpu", "sm_cycles", "cycles", "core cycles times SMs", &g->sm_cycles);
    stats_add_u64(s, "gpu", "class_cycles", "cycles", "ACTIVE + IDLE + MEM_STALL + CORE_STALL cycles of all SMs",
                  &g->class_sum);
    for (uint32_t i = 0; i < g->m.sms; i++) {
        char path[16];
        snprintf(path, sizeof path, "sm%u", i);
        stats_add_u64(s, path, "off_cycles", "cycles", "cycles in which the gate drains this SM and it has no CTA",
                      &g->off_cycles[i]);
    }
    gpu_units_register(g);
    if (g->env.tasks) gpu_task_register(g);
    stats_add_law(s, "gpu", "law_issue", "every launched CTA was dispatched once", &g->ctas_launched, &g->ctas_issued);
    stats_add_law(s, "gpu", "law_done", "every dispatched CTA was reported", &g->ctas_issued, &g->ctas_done);
    stats_add_law(s, "gpu", "law_classes", "every SM cycle is in one class", &g->sm_cycles, &g->class_sum);
}

static uint8_t recall(void *self, uint64_t addr, uint32_t bytes)
{
    gpu_t *g = self;
    uint8_t dirty = 0;
    for (uint32_t s = 0; s < g->m.sms; s++) dirty |= sm_recall(g->sm[s], addr, bytes);
    g->wake_next = g->all;
    return dirty;
}

gpu_t *gpu_create(const gpu_env_t *env, err_t *err)
{
    gpu_t *g = calloc(1, sizeof *g);
    if (!g) {
        err_set(err, NULL, 0, "out of memory");
        return NULL;
    }
    g->env = *env;
    g->m = *env->machine;
    gpu_acted_create(g);
    assert(g->m.sms <= SCHED_SMS_MAX);
    g->all = mask_below(g->m.sms);
    g->memsys = memsys_create(&g->m, env->stats, "mem");
    const bool network = machine_has_sm_network(&g->m);
    if (network) g->network = sm_network_create(&g->m, env->stats, "sm_network");
    for (uint32_t s = 0; s < g->m.sms && g->memsys && (g->network || !network); s++) {
        char path[16];
        snprintf(path, sizeof path, "sm%u", s);
        const sm_env_t sm_env = {.machine = &g->m,
                                 .id = s,
                                 .memsys = g->memsys,
                                 .network = g->network,
                                 .sched = env->sched,
                                 .sched_self = env->sched_self,
                                 .issues = env->issues,
                                 .issues_self = env->issues_self,
                                 .stats = env->stats,
                                 .victim_tags = env->victim_tags,
                                 .turns = env->turns,
                                 .halves = env->halves,
                                 .every_cycle = env->every_cycle};
        if (!(g->sm[s] = sm_create(&sm_env, path))) break;
    }
    if (!g->memsys || !g->sm[g->m.sms - 1]) err_set(err, NULL, 0, "out of memory");
    else if (gpu_host_program(g, err)) {
        gpu_due_create(g);
        gpu_ahead_create(g);
        memsys_on_recall(g->memsys, recall, g);
        register_stats(g);
        if (!gpu_decide_create(g) || !gpu_why_create(g)) err_set(err, NULL, 0, "out of memory");
        else if (gpu_sms_create(g)) return g;
        else err_set(err, NULL, 0, "cannot start %u threads; remedy: fewer", g->env.threads);
    }
    gpu_destroy(g);
    return NULL;
}

void gpu_destroy(gpu_t *g)
{
    if (!g) return;
    gpu_sms_free(g);
    for (uint32_t s = 0; s < g->m.sms; s++) sm_destroy(g->sm[s]);
    memsys_destroy(g->memsys);
    sm_network_destroy(g->network);
    gpu_kernels_free(g);
    gpu_task_free(g);
    gpu_decide_free(g);
    gpu_why_free(g);
    free(g);
}

static void wake(gpu_t *g, uint32_t s, bool begun)
{
    sm_wake(g->sm[s], g->now, begun);
    mask_add(&g->awake, s);
}

static void wake_sms(gpu_t *g)
{
    sm_mask_t served = mask_or(memsys_waiting(g->memsys), memsys_admits(g->memsys));
    if (g->network) served = mask_or(served, sm_network_waiting(g->network));
    const sm_mask_t called = mask_without(mask_or(served, g->wake_next), g->awake);
    g->wake_next = mask_none();
    for (mask_walk_t walk = mask_walk(mask_or(called, gpu_due(g))); mask_next(&walk);) wake(g, walk.at, false);
}

static bool take_cta(gpu_t *g, err_t *err)
{
    const disp_out_t *o = &g->out;
    kernel_t *k = g->entry[o->kid];
    const cta_place_t place = {.x = o->x,
                               .y = o->y,
                               .z = o->z,
                               .lid = gpu_gpcs_lid(k->sm.launch, o),
                               .sm = o->sm,
                               .slot = o->slot,
                               .rank = o->slot * g->m.sms + o->sm,
                               .ranks = k->local_ranks,
                               .local_offset = g->m.sm.local_offset,
                               .core_mhz = g->m.core_mhz};
    const cta_group_t group = {.partner_slot = o->block ? g->block_slot[o->sm] : o->slot, .half = o->half};
    g->block_slot[o->sm] = o->slot;
    if (!mask_has(g->awake, o->sm)) wake(g, o->sm, true); /* its arbiters take one CTA per cycle */
    if (!sm_cta_begin(g->sm[o->sm], g->now, &k->sm, &place, &group, err)) return false;
    g->ctas_issued++;
    gpu_kernel_cta_begun(g, k, &place);
    gpu_note_progress(g, g->now);
    gpu_why_cta(g, o->sm, o->kid, o->lid);
    if (g->env.hooks.cta_begun) g->env.hooks.cta_begun(g->env.hooks.self, g->now, &k->pub, &place);
    return true;
}

static void take_done(gpu_t *g, sm_mask_t taken)
{
    for (mask_walk_t walk = mask_walk(taken); mask_next(&walk);) {
        const uint32_t s = walk.at;
        const uint32_t slot = g->in.done_slot[s];
        sm_done_taken(g->sm[s], g->now);
        mask_drop(&g->in.done_valid, s);
        mask_add(&g->wake_next, s); /* it may report the next finished CTA */
        g->ctas_done++;
        gpu_kernel_cta_done(g, s, slot);
        gpu_note_progress(g, g->now);
        if (g->env.hooks.cta_ended) g->env.hooks.cta_ended(g->env.hooks.self, g->now, s, slot);
    }
}

/* The monitors report every MON_CYCLES cycles, and when an SM reports a finished CTA: its last instructions are counted
 * before its release. */
static bool monitor(gpu_t *g)
{
    if (!g->env.monitors || (g->now - g->mon_from < MON_CYCLES && !g->done_new)) return false;
    for (uint32_t s = 0; s < g->m.sms; s++) sm_monitor(g->sm[s], g->now, g->out.mon_kid, &g->mon);
    g->mon.cycles = (uint8_t)(g->now - g->mon_from);
    g->mon_from = g->now;
    g->done_new = false;
    if (g->env.hooks.report) g->env.hooks.report(g->env.hooks.self, g->now, &g->mon);
    return true;
}

static void show_paused(gpu_t *g)
{
    for (uint32_t s = 0; s < g->m.sms; s++)
        if (g->paused[s] != g->out.paused[s]) {
            g->paused[s] = g->out.paused[s];
            g->env.hooks.ctas_paused(g->env.hooks.self, g->now, s, g->paused[s]);
        }
}

/* The quota of a table entry returns to 0 after its kernel has ended, so the hook gets the kernel noted before. */
static void show_quota(gpu_t *g)
{
    for (uint32_t k = 0; k < g->entries; k++) {
        if (g->quota[k] == g->out.quota[k]) continue;
        if (!g->quota[k]) g->quota_of[k] = g->entry[k];
        g->quota[k] = g->out.quota[k];
        g->env.hooks.quota(g->env.hooks.self, g->now, &g->quota_of[k]->pub, g->quota[k]);
    }
}

/* One clock of the dispatcher. The SM takes the CTA at the port at this clock edge, unless it has started another in
 * this core cycle. */
static bool dispatch_clock(gpu_t *g, sm_mask_t *free_sms, err_t *err)
{
    const uint32_t sm = g->out.sm;
    const bool valid = g->out.issue_valid;
    g->in.issue_ready = valid ? *free_sms : mask_none(); /* the handshake completes on this edge */
    if (valid && mask_has(*free_sms, sm) && !take_cta(g, err)) return false;
    if (valid) mask_drop(free_sms, sm);
    g->env.sched->disp_step(g->env.sched_self, &g->in, &g->out);
    take_done(g, mask_and(g->out.done_ready, g->in.done_valid));
    gpu_decide_step(g, g->in.mon != NULL);
    gpu_acted_step(g);
    g->in.mon = NULL;
    return true;
}

static bool dispatch(gpu_t *g, err_t *err)
{
    sm_mask_t free_sms = g->all;
    bool clocked = false;
    g->in.mon = monitor(g) ? &g->mon : NULL;
    for (uint32_t i = 0; i < g->m.dispatcher_clocks; i++) {
        if (g->out.sleep && !g->out.issue_valid && !mask_any(g->in.done_valid) && !g->in.mon && !g->env.no_skip) break;
        if (!dispatch_clock(g, &free_sms, err)) return false;
        clocked = true;
    }
    if (clocked) gpu_why_step(g);
    if (g->env.hooks.ctas_paused) show_paused(g);
    if (g->env.hooks.quota) show_quota(g);
    return true;
}

/* Counts SMs that are off. The dispatcher's outputs and the resident CTAs are stable in these cycles. */
static void count_off(gpu_t *g, uint64_t cycles)
{
    for (mask_walk_t walk = mask_walk(mask_and(g->out.drain, g->all)); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (!sm_resident_ctas(g->sm[s])) g->off_cycles[s] += cycles;
    }
}

/* The cycle hook has asked for a stop, and no SM is ahead any more: all have carried out the same cycles. */
static bool stops(gpu_t *g)
{
    if (!g->stopping && g->env.hooks.cycle) g->stopping = !g->env.hooks.cycle(g->env.hooks.self, g->now);
    if (!g->stopping) return false;
    g->may_run_ahead = false;
    for (uint32_t s = 0; s < g->m.sms; s++)
        if (g->now && sm_is_ahead(g->sm[s], g->now)) return false;
    return true;
}

static bool step(gpu_t *g, err_t *err)
{
    if (stops(g) || !gpu_host_arrivals(g, err)) return false;
    memsys_tick(g->memsys);
    if (g->network) sm_network_tick(g->network, g->now);
    wake_sms(g);
    gpu_sms_begin(g);
    if (!dispatch(g, err) || !gpu_sms_issue(g, err)) return false;
    if (g->task.kernel) gpu_task_clock(g);
    count_off(g, 1);
    g->now++;
    return true;
}

/* If nothing is awake, jumps to the next cycle in which something can happen. */
static void skip(gpu_t *g)
{
    if (mask_any(mask_or(mask_or(g->awake, g->wake_next), g->in.done_valid)) || g->env.no_skip) return;
    if (!g->out.sleep || g->out.issue_valid) return;
    if (mask_any(mask_or(memsys_waiting(g->memsys), memsys_admits(g->memsys)))) return;
    if (g->task.kernel && gpu_task_waits(g)) return;
    uint64_t until = min_u64(gpu_next_due(g), gpu_host_next_arrival(g));
    if (g->network) until = min_u64(until, sm_network_next_cycle(g->network));
    if (g->progress_cycle + g->m.no_progress_cycles + 1 < until)
        until = g->progress_cycle + g->m.no_progress_cycles + 1;
    if (until <= g->now) return;
    const uint32_t quiet = memsys_quiet_cycles(g->memsys);
    if (quiet != UINT32_MAX && g->now + quiet - 1 < until) until = g->now + quiet - 1;
    if (g->env.monitors && g->mon_from + MON_CYCLES < until) until = g->mon_from + MON_CYCLES;
    if (until > g->m.max_cycles) until = g->m.max_cycles;
    if (until <= g->now) return;
    memsys_skip(g->memsys, (uint32_t)(until - g->now));
    if (g->task.kernel) gpu_task_skip(g, until - g->now);
    count_off(g, until - g->now);
    g->skipped += until - g->now;
    g->now = until;
}

/* No skip after a kernel's end: the host launches the next one in this cycle; nor in gpu_drain, which ends with the
 * last line, when nothing else is due. */
bool gpu_step(gpu_t *g, err_t *err)
{
    if (!step(g, err) || !gpu_kernels_step(g, err)) return false;
    if (!g->ended && !g->drained) skip(g);
    return !gpu_kernels_stuck(g, err);
}

uint64_t gpu_cycle(const gpu_t *g) { return g->now; }
uint64_t gpu_skipped(const gpu_t *g) { return g->skipped; }
