/* cosim_result.c - fills the result of a run: counters summed over the statistics, derived values, advice. */
#include "run/cosim_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void cosim_names(const run_t *r, run_result_t *out)
{
    snprintf(out->workload, sizeof out->workload, "%s", source_name(r->source));
    snprintf(out->machine, sizeof out->machine, "%s", r->machine.name);
    snprintf(out->size, sizeof out->size, "%.*s", (int)sizeof out->size - 1, r->origin.size);
    snprintf(out->version, sizeof out->version, "%.*s", (int)sizeof out->version - 1, r->origin.version);
    char n[16] = "";
    const bool is_static = r->opts->ctas != 0;
    if (is_static) snprintf(n, sizeof n, " %u", r->opts->ctas);
    snprintf(out->label, sizeof out->label, "%s/%s%s/%s/%s", cosim_policy_words(r->opts, POLICY_PLACE),
             cosim_policy_words(r->opts, POLICY_LIMIT), n, cosim_policy_words(r->opts, POLICY_GATE),
             cosim_policy_words(r->opts, POLICY_WARP));
    if (r->task_ops) cosim_task_label(r->opts, out->label, sizeof out->label);
}

static uint32_t streams(const run_t *r)
{
    bool seen[GPU_STREAMS] = {false};
    uint32_t n = 0;
    for (uint32_t i = 0; i < source_launches(r->source); i++) {
        bool *s = &seen[source_stream(r->source, i)];
        n += !*s;
        *s = true;
    }
    return n;
}

static uint32_t warp_index(const arb_policy_t *p)
{
    uint32_t i = 0;
    while (arb_policies[i] != p) i++;
    return i;
}

typedef struct { /* the units whose statistics are summed */
    const stats_t *s;
    uint32_t sms, slices, channels;
} summed_t;

/* Sum of statistic `name` over the units <unit>0<part>, <unit>1<part>, ... */
static uint64_t sum(const stats_t *s, const char *unit, uint32_t units, const char *part, const char *name)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < units; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s%" PRIu32 "%s.%s", unit, i, part, name);
        total += stats_value(s, path);
    }
    return total;
}

static uint64_t sum_sm(const summed_t *u, const char *name) { return sum(u->s, "sm", u->sms, "", name); }
static uint64_t sum_l1(const summed_t *u, const char *name) { return sum(u->s, "sm", u->sms, ".l1d", name); }
static uint64_t sum_l2(const summed_t *u, const char *name) { return sum(u->s, "mem.l2_", u->slices, "", name); }
static uint64_t sum_dram(const summed_t *u, const char *name) { return sum(u->s, "mem.dram_", u->channels, "", name); }

static uint64_t sum_mem(const summed_t *u, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "mem.%s", name);
    return stats_value(u->s, path);
}

static void sum_counters(const run_t *r, run_result_t *out)
{
    const machine_t *m = &r->machine;
    const summed_t units = {r->stats, m->sms, m->mcs * m->l2.slices, m->mcs};
#define SUM(name, pattern) out->name = stats_sum(r->stats, pattern);
    RUN_COUNTERS(SUM)
#undef SUM
#define SUM(of, name, unit, text) out->of##_##name = sum_##of(&units, #name);
    RUN_TABLES(SUM)
#undef SUM
}

static void advise(const run_t *r, run_result_t *out)
{
    const stats_t *s = r->stats;
    const machine_t *m = &r->machine;
    const limit_policy_t *limit = limit_policies[r->use.limit];
    if (limit->pair && stats_value(s, "gpu.kernels_max") < 2)
        snprintf(out->advice, sizeof out->advice,
                 "no two kernels ran at once, so --limit %s was as tmax; it is made for a mix such as bp+hot",
                 cosim_policy_words(r->opts, POLICY_LIMIT));
    else if (limit->pair && !place_policies[r->use.place]->shares)
        snprintf(out->advice, sizeof out->advice,
                 "--limit %s says what each kernel gets of any SM, and --place %s offers "
                 "an SM to one kernel; it is made for mixed",
                 cosim_policy_words(r->opts, POLICY_LIMIT), cosim_policy_words(r->opts, POLICY_PLACE));
    else if (limit->together && stats_value(s, "gpu.kernels_apart"))
        snprintf(out->advice, sizeof out->advice,
                 "an SM of %s cannot hold a CTA of each kernel (%" PRIu64
                 " pairs), so under --limit %s each had SMs of its own",
                 m->name, stats_value(s, "gpu.kernels_apart"), cosim_policy_words(r->opts, POLICY_LIMIT));
    if (limit->wants_greedy && !r->warp->greedy)
        snprintf(out->advice, sizeof out->advice,
                 "--limit %s finds CTAs of even progress under --warp %s, and limits little; it is "
                 "made for a greedy one such as gto",
                 cosim_policy_words(r->opts, POLICY_LIMIT), cosim_policy_words(r->opts, POLICY_WARP));
    else if (r->warp != arb_policies[r->use.warp])
        snprintf(out->advice, sizeof out->advice,
                 "--warp %s needs two schedulers in an SM, %s has one: it acts as "
                 "--warp %s",
                 cosim_policy_words(r->opts, POLICY_WARP), m->name, policy_word(POLICY_WARP, warp_index(r->warp)));
}

void cosim_result(const run_t *r, run_result_t *out)
{
    const stats_t *s = r->stats;
    const machine_t *m = &r->machine;
    sum_counters(r, out);
    out->core_dynamic_pj = r->energy.group_pj[ENERGY_CORE_DYNAMIC];
    out->core_static_pj = r->energy.group_pj[ENERGY_CORE_STATIC];
    out->uncore_pj = r->energy.group_pj[ENERGY_UNCORE];
    out->dram_pj = r->energy.group_pj[ENERGY_DRAM];
    for (uint32_t i = 0; i < m->sms; i++) {
        char name[32];
        snprintf(name, sizeof name, "sm%u.cta_max", i);
        const uint32_t max = (uint32_t)stats_sum(s, name);
        if (max > out->ctas_per_sm_max) out->ctas_per_sm_max = max;
    }
    out->launches = source_launches(r->source);
    out->streams = streams(r);
    memcpy(out->kernel, r->kernel, sizeof out->kernel);
    out->sms = m->sms;
    out->guard_reads = source_guard_reads(r->source);
    out->gap_bytes = r->opts->gap_bytes;
    source_notes(r->source, m, out->notes, sizeof out->notes);
    advise(r, out);
    cosim_idle(r, out);
    cosim_tally_result(r, out);
    cosim_why_result(r, out);
    out->core_ghz = m->core_mhz / 1000.0;
    const double seconds = out->cycles ? (double)out->cycles / (m->core_mhz * 1e6) : 1;
    const uint64_t bytes = stats_sum(s, "mem.l2*.fetch_bytes") + stats_sum(s, "mem.l2*.write_bytes");
    out->dram_gbps = (double)bytes / seconds / 1e9;
    out->dram_cycles *= m->mcs; /* all channels share one clock */
    out->dram_peak_gbps = (double)m->dram.bytes_per_cycle * m->dram_mhz * 1e6 * m->mcs / 1e9;
}
