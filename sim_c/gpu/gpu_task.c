/* gpu_task.c - a parallel loop in the task unit: programmed at the kernel's launch and clocked with the core; checks
 * that every index of the loop is handed out once. */
#include "gpu/gpu_internal.h"

#include <stdlib.h>
#include <string.h>

enum { INDICES_MAX = 1 << 28 }; /* of a loop; its bitmap then takes 32 MB */

void gpu_task_register(gpu_t *g)
{
    task_unit_t *t = &g->task;
    const struct {
        const char *name, *unit, *text;
        const uint64_t *value;
    } row[] = {
        {"loops", "loops", "parallel loops run to their end", &t->loops},
        {"indices", "indices", "indices of these loops", &t->indices},
        {"distinct", "indices", "indices handed to contexts, each counted once", &t->distinct},
        {"handed", "indices", "indices handed to contexts", &t->handed},
        {"pieces", "pieces", "pieces of work handed to contexts: indices, or whole tiles", &t->pieces},
        {"empty", "pieces", "empty pieces, handed to contexts that pause", &t->empty},
        {"wait_cycles", "context-cycles", "cycles in which a context waited for work, summed over contexts",
         &t->wait_cycles},
        {"flush_cycles", "cycles", "from a loop's last CTA to the last dirty line's acknowledgement", &t->flush_cycles},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        stats_add_u64(g->env.stats, "task", row[i].name, row[i].unit, row[i].text, row[i].value);
    stats_add_law(g->env.stats, "task", "law_all", "every index of every loop was handed out", &t->indices,
                  &t->distinct);
    stats_add_law(g->env.stats, "task", "law_once", "no index was handed out twice", &t->handed, &t->distinct);
}

void gpu_task_free(gpu_t *g) { free(g->task.seen); }

bool gpu_task_begin(gpu_t *g, kernel_t *k, err_t *err)
{
    task_unit_t *t = &g->task;
    const kernel_launch_t *launch = k->pub.launch;
    const sm_cfg_t *sm = &g->m.sm;
    if (!g->env.tasks)
        return err_set(err, launch->file, launch->line,
                       "kernel '%s' has a parallel loop, and machine '%s' no task "
                       "unit; sas4 has one",
                       k->name, g->m.name);
    if (t->kernel)
        return err_set(err, launch->file, launch->line,
                       "kernel '%s' has a parallel loop, while the task unit runs the loop of kernel '%s'; allowed: "
                       "loops of one stream",
                       k->name, t->kernel->name);
    const task_cfg_t *cfg = &g->env.task;
    if (cfg->policy == TASK_ITILE_PART && !launch->loop->index_bytes && !(cfg->edge[0] | cfg->edge[1] | cfg->edge[2]))
        return err_set(
            err, launch->file, launch->line,
            "kernel '%s': for tiles that fit the L1D, state the bytes per index (key bytes of the workload's "
            "loop) or the edges of a tile (--set sas.edge0=N)",
            k->name);
    const uint64_t indices = loop_indices(launch->loop);
    if (indices > INDICES_MAX)
        return err_set(err, launch->file, launch->line, "kernel '%s': a loop of %llu indices; allowed: up to %d",
                       k->name, (unsigned long long)indices, INDICES_MAX);
    const task_machine_t m = {g->m.sms, sm->warp_lanes, sm->l1d.sets * sm->l1d.ways * sm->l1d.line_bytes};
    task_cut(cfg, launch->loop, &m, &t->in);
    for (uint32_t l = 0; l < LOOP_LEVELS; l++) t->along[l] = loop_iterations(launch->loop, l);
    free(t->seen);
    t->seen = calloc(indices / 64 + 1, sizeof *t->seen);
    if (!t->seen) return err_set(err, NULL, 0, "out of memory");
    for (uint32_t s = 0; s < g->m.sms; s++) {
        t->in.live[s] = task_live(cfg, sm->threads, sm->warp_lanes);
        t->ended[s] = 0;
    }
    t->indices += indices;
    t->in.start = true;
    t->sms = mask_none();
    t->kernel = k;
    return true;
}

void gpu_task_cta_begun(gpu_t *g, const kernel_t *k, uint32_t sm)
{
    if (g->task.kernel == k) mask_add(&g->task.sms, sm);
}

/* A thread that ends before it reads 0 may have left indices undone. */
bool gpu_task_end(gpu_t *g, const kernel_t *k, err_t *err)
{
    task_unit_t *t = &g->task;
    const kernel_launch_t *launch = k->pub.launch;
    for (uint32_t s = 0; s < g->m.sms; s++) {
        const uint64_t lacks = t->in.live[s] & ~t->ended[s];
        if (lacks && mask_has(t->sms, s))
            return err_set(err, launch->file, launch->line,
                           "kernel '%s': thread %d on SM %u ended before it had read that there is no more work; each "
                           "thread must read word 0 of its task window until it reads 0",
                           k->name, __builtin_ctzll(lacks), s);
    }
    t->kernel = NULL;
    t->loops++;
    t->flush_cycles += g->now - k->pub.last_cycle;
    return true;
}

static void hand(task_unit_t *t, const sas_tile_t *p)
{
    const sas_loop_t *loop = &t->in.loop;
    uint32_t at[LOOP_LEVELS];
    t->pieces++;
    for (at[0] = p->lower.at[0]; at[0] < p->upper.at[0]; at[0] += loop->stride.at[0])
        for (at[1] = p->lower.at[1]; at[1] < p->upper.at[1]; at[1] += loop->stride.at[1])
            for (at[2] = p->lower.at[2]; at[2] < p->upper.at[2]; at[2] += loop->stride.at[2]) {
                uint64_t number = 0;
                for (uint32_t l = 0; l < LOOP_LEVELS; l++)
                    number = number * t->along[l] + (at[l] - loop->lower.at[l]) / loop->stride.at[l];
                const uint64_t bit = UINT64_C(1) << number % 64;
                t->handed++;
                if (number >= t->along[0] * t->along[1] * t->along[2]) continue; /* outside the loop: law_once fails */
                t->distinct += !(t->seen[number / 64] & bit);
                t->seen[number / 64] |= bit;
            }
}

/* Answers a waiting context: the next piece, an empty piece while SOS pauses it, or 0 for no more work. A context that
 * is not live gets 0 at once. */
static void answer(gpu_t *g, uint32_t s, uint32_t c)
{
    task_unit_t *t = &g->task;
    const uint64_t bit = UINT64_C(1) << c;
    uint32_t word[TASK_WORDS] = {1};
    if (!(t->in.live[s] & bit) || (t->out.none[s] & ~t->out.valid[s] & bit)) {
        t->ended[s] |= bit;
        word[0] = 0;
    } else if (t->out.valid[s] & bit) {
        const sas_tile_t *p = &t->out.piece[s][c];
        for (uint32_t l = 0; l < LOOP_LEVELS; l++) {
            word[1 + 2 * l] = p->lower.at[l];
            word[2 + 2 * l] = p->upper.at[l];
        }
        hand(t, p);
    } else if (t->out.off[s] & bit) {
        t->empty++;
    } else {
        return;
    }
    sm_task_answer(g->sm[s], g->now, c, word);
    gpu_note_due(g, s);
}

void gpu_task_clock(gpu_t *g)
{
    task_unit_t *t = &g->task;
    uint64_t waiting[SAS_SMS_MAX], any = 0;
    for (uint32_t s = 0; s < g->m.sms; s++) {
        waiting[s] = sm_task_want(g->sm[s]);
        t->in.want[s] = t->in.start ? 0 : waiting[s] & t->in.live[s];
        any |= waiting[s];
    }
    if (!any && g->env.tasks->still(g->env.tasks_self, &t->in)) return;
    g->env.tasks->settle(g->env.tasks_self, &t->in, &t->out);
    for (uint32_t s = 0; s < g->m.sms && any && !t->in.start; s++)
        for (uint64_t left = waiting[s]; left; left &= left - 1) {
            t->wait_cycles++;
            answer(g, s, (uint32_t)__builtin_ctzll(left));
        }
    g->env.tasks->rise(g->env.tasks_self, &t->in);
    t->in.start = false;
}

bool gpu_task_waits(const gpu_t *g)
{
    for (uint32_t s = 0; s < g->m.sms; s++)
        if (sm_task_want(g->sm[s])) return true;
    return g->task.in.start;
}

void gpu_task_skip(gpu_t *g, uint64_t cycles)
{
    task_unit_t *t = &g->task;
    memset(t->in.want, 0, sizeof t->in.want);
    for (; cycles && !g->env.tasks->still(g->env.tasks_self, &t->in); cycles--) {
        g->env.tasks->settle(g->env.tasks_self, &t->in, &t->out);
        g->env.tasks->rise(g->env.tasks_self, &t->in);
    }
}
