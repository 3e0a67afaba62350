/* gpu_units.c - utilisation of the whole machine and of each kernel: unit-cycles in which a pipeline or LD/ST unit is
 * taken, of all its unit-cycles [SMK §2.2]. */
#include "gpu/gpu_internal.h"

#include <stdio.h>

void gpu_add_busy(stats_t *s, const char *path, const uint64_t busy[UNIT_NONE])
{
    static const struct {
        const char *name, *text;
    } row[UNIT_NONE] = {
        {"sp_busy", "SP pipelines taken, summed over cycles and SMs"},
        {"dp_busy", "DP pipelines taken, summed over cycles and SMs"},
        {"sfu_busy", "SFU pipelines taken, summed over cycles and SMs"},
        {"ldst_busy", "cycles with an instruction in the LD/ST unit's address phase, summed over SMs"},
        {"int_busy", "INT pipelines taken, summed over cycles and SMs"},
        {"branch_busy", "branch pipelines taken, summed over cycles and SMs"},
        {"texture_busy", "texture pipelines taken, summed over cycles and SMs"},
        {"tensor_busy", "tensor pipelines taken, summed over cycles and SMs"},
        {"uniform_busy", "uniform pipelines taken, summed over cycles and SMs"},
    };
    for (uint32_t u = 0; u < UNIT_NONE; u++) stats_add_u64(s, path, row[u].name, "unit-cycles", row[u].text, &busy[u]);
}

void gpu_units_register(gpu_t *g)
{
    static const char *const NAME[UNIT_NONE] = {"sp",     "dp",      "sfu",    "ldst",   "int",
                                                "branch", "texture", "tensor", "uniform"};
    stats_t *s = g->env.stats;
    for (uint32_t u = 0; u < UNIT_NONE; u++) {
        char busy[24], cycles[24], util[24];
        snprintf(busy, sizeof busy, "%s_busy", NAME[u]);
        snprintf(cycles, sizeof cycles, "%s_unit_cycles", NAME[u]);
        snprintf(util, sizeof util, "%s_util", NAME[u]);
        stats_add_u64(s, "gpu", busy, "unit-cycles", "units taken, summed over cycles and SMs", &g->busy[u]);
        stats_add_u64(s, "gpu", cycles, "unit-cycles", "core cycles times units of all SMs", &g->unit_cycles[u]);
        stats_add_ratio(s, "gpu", util, "", "utilisation: unit-cycles taken / unit-cycles", &g->busy[u],
                        &g->unit_cycles[u]);
    }
    stats_add_law(s, "gpu", "law_insts", "the kernels' instructions add up to those of the SMs", &g->insts,
                  &g->insts_sum);
    stats_add_law(s, "gpu", "law_busy", "the kernels' busy unit-cycles add up to those of the SMs", &g->busy_units,
                  &g->busy_sum);
}

void gpu_units_take(gpu_t *g, kernel_t *k)
{
    sm_work_t *w = &k->pub.work;
    for (uint32_t s = 0; s < g->m.sms; s++) sm_take_work(g->sm[s], k->sm.kid, w);
    g->insts += w->warp_insts;
    for (uint32_t u = 0; u < UNIT_NONE; u++) g->busy_units += w->busy[u];
}

void gpu_units_settle(gpu_t *g)
{
    g->insts_sum = g->busy_sum = 0;
    for (uint32_t s = 0; s < g->m.sms; s++) g->insts_sum += sm_issued(g->sm[s]);
    for (uint32_t u = 0; u < UNIT_NONE; u++) {
        const uint32_t units = u == UNIT_LDST ? 1 : g->m.sm.pipes[u]; /* sm.h: one LD/ST unit */
        g->unit_cycles[u] = g->now * g->m.sms * units;
        g->busy[u] = 0;
        for (uint32_t s = 0; s < g->m.sms; s++) g->busy[u] += sm_busy(g->sm[s], u);
        g->busy_sum += g->busy[u];
    }
}
