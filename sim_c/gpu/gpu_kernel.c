/* gpu_kernel.c - a kernel from its launch to its end: table entry, interrupt, flush, statistics. */
#include "gpu/gpu_internal.h"

#include "base/min.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRESS_CYCLES = 1 << 14, NAMES_BYTES = GPU_NAMES_BYTES, NAME_SHOWN = 24 };

static void register_stats(stats_t *s, const kernel_t *k)
{
    char path[32];
    const gpu_kernel_t *p = &k->pub;
    snprintf(path, sizeof path, "kernel%llu", (unsigned long long)p->id);
    const struct {
        const char *name, *unit, *text;
        const uint64_t *value;
    } row[] = {
        {"stream", "", "stream of its launch", &p->stream},
        {"kid", "", "entry of the dispatcher's kernel table", &p->kid},
        {"ctas", "CTAs", "CTAs of its grid", &p->ctas},
        {"ctas_begun", "CTAs", "CTAs started on an SM, each counted once", &p->ctas_begun},
        {"ctas_done", "CTAs", "CTAs whose report the dispatcher took", &p->ctas_done},
        {"launch_cycle", "cycle", "cycle of its launch", &p->launch_cycle},
        {"first_cycle", "cycle", "cycle in which its first CTA started", &p->first_cycle},
        {"last_cycle", "cycle", "cycle in which its last CTA was reported", &p->last_cycle},
        {"end_cycle", "cycle",
         "cycle in which its dirty lines were written; from then on the next launch of its stream may run",
         &p->end_cycle},
        {"warp_insts", "instructions", "warp instructions issued", &p->work.warp_insts},
        {"thread_insts", "instructions", "lanes that executed, summed", &p->work.thread_insts},
    };
    stats_add_word(s, path, "name", "of the kernel", k->name);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        stats_add_u64(s, path, row[i].name, row[i].unit, row[i].text, row[i].value);
    gpu_add_busy(s, path, p->work.busy);
    const traffic_t *moved = &p->traffic;
    TRAFFIC_COUNTERS(TRAFFIC_ADD, moved)
    stats_add_law(s, path, "law_begun", "every CTA of the grid started", &p->ctas, &p->ctas_begun);
    stats_add_law(s, path, "law_done", "every started CTA was reported", &p->ctas, &p->ctas_done);
}

/* Code region of a launch: 0 on an empty machine, or if all kernels share it; else the region of a running kernel of
 * the same name, or a new one. */
static uint32_t code_region(gpu_t *g, const char *name)
{
    if (!g->running) {
        g->overlap = g->launched;
        g->codes = 0;
    }
    if (g->m.sm.code_places == CODE_OVERLAID) return 0;
    for (uint32_t i = g->overlap; i < g->launched; i++)
        if (!strcmp(g->kernel[i]->name, name)) return g->kernel[i]->sm.code;
    return g->codes++;
}

/* CTAs that interleave their local memory: as many as there are at once if the grid spreads evenly over all SMs. A CTA
 * of a higher rank shares lines with the next words of others, and so do kernels that run at once: in timing only. */
static uint32_t local_ranks(const machine_t *m, const kernel_launch_t *k, uint64_t ctas)
{
    if (m->sm.local_memory == LOCAL_BY_SLOT) return 0;
    return m->sms * (uint32_t)min_u64((ctas + m->sms - 1) / m->sms, gpu_ctas_per_sm(m, k));
}

static kernel_t *add_kernel(gpu_t *g, const kernel_launch_t *k, uint32_t kid, uint32_t id)
{
    if (g->launched == g->room) {
        const uint32_t room = g->room ? 2 * g->room : 16;
        kernel_t **more = realloc(g->kernel, room * sizeof *more);
        if (!more) return NULL;
        g->kernel = more;
        g->room = room;
    }
    const uint64_t ctas = (uint64_t)k->grid[0] * k->grid[1] * k->grid[2];
    kernel_t *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->name = strdup(k->name);
    x->local_ranks = local_ranks(&g->m, k, ctas);
    x->begun = calloc(ctas / 64 + 1, sizeof *x->begun);
    if (x->name) x->sm = (sm_kernel_t){k, kid, code_region(g, x->name)};
    x->pub = (gpu_kernel_t){.launch = k,
                            .name = x->name,
                            .id = id,
                            .stream = k->stream,
                            .kid = kid,
                            .ctas = ctas,
                            .wave = (uint64_t)g->m.sms * gpu_ctas_per_sm(&g->m, k),
                            .launch_cycle = g->now,
                            .first_cycle = g->now,
                            .last_cycle = g->now,
                            .end_cycle = g->now};
    g->kernel[g->launched++] = x;
    return x->name && x->begun ? x : NULL;
}

void gpu_kernels_free(gpu_t *g)
{
    for (uint32_t i = 0; i < g->launched; i++) {
        gpu_control_end(g->kernel[i]);
        free(g->kernel[i]->begun);
        free(g->kernel[i]->name);
        free(g->kernel[i]);
    }
    free(g->kernel);
}

bool gpu_room(const gpu_t *g)
{
    for (uint32_t i = 0; i < g->entries; i++)
        if (!g->entry[i]) return true;
    return false;
}

static void empty_caches(gpu_t *g)
{
    memsys_empty_l2(g->memsys);
    for (uint32_t s = 0; s < g->m.sms; s++) sm_empty_caches(g->sm[s]);
}

bool gpu_launch(gpu_t *g, const kernel_launch_t *k, uint32_t id, err_t *err)
{
    uint32_t kid = 0;
    while (kid < g->entries && g->entry[kid]) kid++;
    assert(kid < g->entries);
    if (!gpu_fits(&g->m, k, err)) return false;
    kernel_t *x = add_kernel(g, k, kid, id);
    if (!x) return err_set(err, NULL, 0, "out of memory");
    if (!gpu_control_launch(g, x, err)) return false;
    gpu_carve_out(g, k);
    if (!g->running && g->m.pool.launch_caches == LAUNCH_CACHES_COLD) empty_caches(g);
    x->before = gpu_traffic(g);
    if (!gpu_host_launch(g, x, err)) return false;
    if (k->loop && !gpu_task_begin(g, x, err)) return false;
    register_stats(g->env.stats, x);
    for (uint32_t left = g->running; left; left &= left - 1) {
        kernel_t *other = g->entry[__builtin_ctz(left)];
        g->apart += !gpu_host_together(&g->m, other->pub.launch, k);
        other->pub.beside = x->pub.beside = true;
    }
    g->entry[kid] = x;
    if (!gpu_decide_launch(g, x)) return err_set(err, NULL, 0, "out of memory");
    g->running |= 1u << kid;
    g->ctas_launched += x->pub.ctas;
    gpu_note_progress(g, x->arrives_cycle);
    return true;
}

/* Kernels that have started a CTA and not reported their last. */
static uint64_t under_way(const gpu_t *g)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < g->entries; i++)
        n += g->entry[i] && g->entry[i]->pub.ctas_begun && g->entry[i]->pub.ctas_done < g->entry[i]->pub.ctas;
    return n;
}

void gpu_kernel_cta_begun(gpu_t *g, kernel_t *k, const cta_place_t *place)
{
    gpu_kernel_t *p = &k->pub;
    uint64_t *word = &k->begun[place->lid / 64];
    const uint64_t bit = UINT64_C(1) << place->lid % 64;
    assert(place->lid < p->ctas);
    gpu_acted_cta(g, p, place->lid);
    if (!p->ctas_begun) p->first_cycle = g->now;
    const bool first = !p->ctas_begun;
    p->ctas_begun += !(*word & bit);
    if (first && under_way(g) > g->kernels_max) g->kernels_max = under_way(g);
    *word |= bit;
    if (p->ctas_begun - p->ctas_done > p->resident_most) p->resident_most = p->ctas_begun - p->ctas_done;
    g->cta_kid[place->sm][place->slot] = (uint8_t)k->sm.kid;
    gpu_decide_cta(g, place->sm, place->slot, true);
    gpu_task_cta_begun(g, k, place->sm);
}

void gpu_kernel_cta_done(gpu_t *g, uint32_t sm, uint32_t slot)
{
    gpu_kernel_t *p = &g->entry[g->cta_kid[sm][slot]]->pub;
    p->ctas_done++;
    p->last_cycle = g->now;
    gpu_decide_cta(g, sm, slot, false);
}

/* Writes the dirty lines of these SMs to the L2, and empties the caches of those without CTAs. */
static void flush(gpu_t *g, sm_mask_t sms)
{
    for (mask_walk_t walk = mask_walk(sms); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (sm_flush_caches(g->sm[s], g->now)) mask_drop(&g->stale, s);
        else mask_add(&g->stale, s);
    }
    g->awake = mask_or(g->awake, sms);
}

/* As the host's interrupt handler: reads which kernels are done, and clears their bits. */
static bool take_interrupt(gpu_t *g, err_t *err)
{
    const sched_ops_t *sched = g->env.sched;
    uint32_t done;
    if (!sched->reg_read(g->env.sched_self, REG_IRQ_STATUS, &done) || !done ||
        !sched->reg_write(g->env.sched_self, REG_IRQ_STATUS, done))
        return err_set(err, NULL, 0, "the dispatcher refuses to read or clear its interrupt register");
    g->out.irq = g->out.sleep = false;
    g->writing |= done;
    flush(g, g->all);
    gpu_note_progress(g, g->now);
    return true;
}

static bool written(const gpu_t *g)
{
    for (uint32_t s = 0; s < g->m.sms; s++)
        if (!sm_written(g->sm[s])) return false;
    return true;
}

void gpu_settle(gpu_t *g)
{
    if (!g->drained) g->cycles = g->now;
    g->sm_cycles = g->now * g->m.sms;
    g->class_sum = 0;
    for (uint32_t s = 0; s < g->m.sms; s++) {
        sm_settle(g->sm[s], g->now);
        g->class_sum += sm_classified(g->sm[s]);
    }
    gpu_units_settle(g);
    gpu_decide_settle(g);
    gpu_why_settle(g);
}

static void end_kernels(gpu_t *g)
{
    const traffic_t moved = gpu_traffic(g);
    for (uint32_t left = g->writing; left; left &= left - 1) {
        kernel_t *k = g->entry[__builtin_ctz(left)];
        k->pub.end_cycle = g->now;
        k->pub.traffic = moved;
        traffic_since(&k->pub.traffic, &k->before);
        free(k->begun);
        k->begun = NULL;
        gpu_control_end(k);
        gpu_units_take(g, k);
        g->kernels++;
        if (g->env.hooks.kernel_ended) g->env.hooks.kernel_ended(g->env.hooks.self, &k->pub);
    }
    g->ended |= g->writing;
    g->running &= ~g->writing;
    g->writing = 0;
    gpu_settle(g);
}

static void report(gpu_t *g)
{
    double kernels = (double)g->kernels;
    for (uint32_t left = g->running; left; left &= left - 1) {
        const gpu_kernel_t *p = &g->entry[__builtin_ctz(left)]->pub;
        kernels += (double)p->ctas_done / (double)p->ctas;
    }
    g->env.hooks.progress(g->env.hooks.self, g->now, kernels);
    g->report_cycle = g->now + PROGRESS_CYCLES;
}

bool gpu_kernels_step(gpu_t *g, err_t *err)
{
    sm_mask_t empty = mask_none();
    for (mask_walk_t walk = mask_walk(g->stale); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (!sm_resident_ctas(g->sm[s])) mask_add(&empty, s);
    }
    flush(g, empty);
    if (g->out.irq && !take_interrupt(g, err)) return false;
    if (g->writing && written(g)) {
        if (g->task.kernel && (g->writing >> g->task.kernel->sm.kid & 1) && !gpu_task_end(g, g->task.kernel, err))
            return false;
        end_kernels(g);
    }
    if (g->env.hooks.progress && g->now >= g->report_cycle) report(g);
    return true;
}

/* "kernel 'a'", or "kernels 'a' (stream 0, 3 of 8 CTAs done), 'b' (...)". */
void gpu_kernels_names(const gpu_t *g, char text[NAMES_BYTES])
{
    const bool one = !(g->running & (g->running - 1));
    size_t used = (size_t)snprintf(text, NAMES_BYTES, one ? "kernel" : "kernels");
    for (uint32_t left = g->running; left; left &= left - 1) {
        const gpu_kernel_t *p = &g->entry[__builtin_ctz(left)]->pub;
        if (one) snprintf(text + used, NAMES_BYTES - used, " '%.*s'", NAMES_BYTES / 2, p->name);
        else if (used < NAMES_BYTES)
            used += (size_t)snprintf(text + used, NAMES_BYTES - used, "%s '%.*s' (stream %llu, %llu of %llu CTAs done)",
                                     left == g->running ? "" : ",", NAME_SHOWN, p->name, (unsigned long long)p->stream,
                                     (unsigned long long)p->ctas_done, (unsigned long long)p->ctas);
    }
}

bool gpu_ended(const gpu_t *g) { return g->ended != 0; }
