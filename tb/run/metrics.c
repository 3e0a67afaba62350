/* metrics.c - the table of metrics: name, heading in the summary (NULL: not listed), unit, format, whether it is for
 * mixes only, description, formula over the fields of a result. */
#include "run/metrics.h"

#include "base/suggest.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static double ratio(double part, double whole) { return whole > 0.0 ? part / whole : NAN; }
static double per(uint64_t part, uint64_t whole) { return ratio((double)part, (double)whole); }
static double number(uint64_t value) { return (double)value; }
static uint64_t sm_cycles(const run_result_t *r)
{
    return r->sm_active + r->sm_idle + r->sm_mem_stall + r->sm_core_stall;
}
static double seconds(const run_result_t *r) { return (double)r->cycles / (1e9 * r->core_ghz); }
static uint64_t core_pj(const run_result_t *r) { return r->core_dynamic_pj + r->core_static_pj; }
static uint64_t chip_pj(const run_result_t *r) { return core_pj(r) + r->uncore_pj; }
static uint64_t all_pj(const run_result_t *r) { return chip_pj(r) + r->dram_pj; } /* 0: the machine has no energies */
static double joule(const run_result_t *r, uint64_t pj) { return all_pj(r) ? 1e-12 * (double)pj : NAN; }
static double of_mix(const run_result_t *r, double value) { return r->workloads > 1 && value > 0.0 ? value : NAN; }

/* Cycles in the mix / cycles alone of one of its workloads. */
static double slowdown(const run_result_t *r, uint32_t workload)
{
    return of_mix(r, per(r->part[workload].cycles, r->part[workload].alone_cycles));
}
static uint32_t last_of(const run_result_t *r) { return r->workloads ? r->workloads - 1 : 0; }

/* clang-format off */
#define METRICS(X) \
    X(cycles, "cycles", "cycles", COUNT, false, "core cycles of the run", number(r->cycles)) \
    X(concurrency, "  concurrency phase", "cycles", COUNT, true, \
      "from the start of a mix until its first workload ends", \
      of_mix(r, number(r->concurrency_cycles))) \
    X(sequential, "  sequential phase", "cycles", COUNT, true, \
      "from the end of a mix's first workload to the end of the mix", \
      of_mix(r, 1.0) * number(r->cycles - r->concurrency_cycles)) \
    X(stp, "system throughput", "", RATIO, true, "sum over the workloads of cycles alone / cycles in the mix", \
      of_mix(r, r->throughput)) \
    X(antt, "mean normalised turnaround", "", RATIO, true, \
      "mean over the workloads of cycles in the mix / cycles alone", \
      of_mix(r, r->turnaround)) \
    X(fairness, "fairness", "", RATIO, true, \
      "lowest cycles alone / cycles in the mix of a workload, divided by the highest", \
      of_mix(r, r->fairness)) \
    X(slow_first, NULL, "", RATIO, true, "cycles in the mix / cycles alone of a mix's first workload", slowdown(r, 0)) \
    X(slow_last, NULL, "", RATIO, true, "cycles in the mix / cycles alone of a mix's last workload", \
      slowdown(r, last_of(r))) \
    X(ipc, "IPC (thread instructions)", "instructions/cycle", RATIO, false, "thread instructions per core cycle", \
      per(r->sm_thread_insts, r->cycles)) \
    X(warp_ipc, "IPC (warp instructions)", "instructions/cycle", RATIO, false, "warp instructions per core cycle", \
      per(r->sm_warp_insts, r->cycles)) \
    X(warp_insts, "warp instructions", "instructions", COUNT, false, "warp instructions issued", \
      number(r->sm_warp_insts)) \
    X(l1_miss, "L1 miss rate", "", PERCENT, false, "L1Ds: read misses / reads", per(r->l1_misses, r->l1_reads)) \
    X(l2_miss, "L2 miss rate", "", PERCENT, false, "L2: misses / accesses", per(r->l2_misses, r->l2_accesses)) \
    X(row_hit, "DRAM row hits", "", PERCENT, false, "column accesses to an open row / all column accesses", \
      per(r->dram_row_hits, r->dram_row_hits + r->dram_row_misses)) \
    X(dram_gbps, "DRAM GB/s", "GB/s", TENTHS, false, "bytes moved between L2 and DRAM per second", r->dram_gbps) \
    X(dram_share, "DRAM share of peak", "", PERCENT, false, "dram_gbps / peak bandwidth of the DRAM pins", \
      ratio(r->dram_gbps, r->dram_peak_gbps)) \
    X(active, "ACTIVE cycles", "", PERCENT, false, "share of SM cycles in which an issue occupies a scheduler's port", \
      per(r->sm_active, sm_cycles(r))) \
    X(idle, "IDLE cycles", "", PERCENT, false, "share of SM cycles in none of the other three classes", \
      per(r->sm_idle, sm_cycles(r))) \
    X(mem_stall, "MEM_STALL cycles", "", PERCENT, false, \
      "share of SM cycles in which more than half of the resident warps wait for data", \
      per(r->sm_mem_stall, sm_cycles(r))) \
    X(core_stall, "CORE_STALL cycles", "", PERCENT, false, \
      "share of SM cycles in which a ready warp found its pipeline or the LD/ST unit busy", \
      per(r->sm_core_stall, sm_cycles(r))) \
    X(withheld, "grants withheld", "", PERCENT, false, \
      "share of SM cycles, IDLE or MEM_STALL, in which a ready warp got no grant", \
      per(r->sm_withheld, sm_cycles(r))) \
    X(sp_util, "SP utilisation", "", PERCENT, false, \
      "cycles in which an SP pipeline is busy / cycles of all SP pipelines", \
      per(r->sp_busy, r->sp_unit_cycles)) \
    X(sfu_util, "SFU utilisation", "", PERCENT, false, \
      "cycles in which an SFU pipeline is busy / cycles of all SFU pipelines", \
      per(r->sfu_busy, r->sfu_unit_cycles)) \
    X(ldst_util, "LD/ST utilisation", "", PERCENT, false, \
      "LD/ST units' cycles with an instruction in the address phase / all their cycles", \
      per(r->ldst_busy, r->ldst_unit_cycles)) \
    X(ctas_per_sm, "CTAs per SM, mean / max", "CTAs", MEAN_MAX, false, \
      "resident CTAs of an SM, mean over SMs and cycles", \
      per(r->sm_cta_cycles, sm_cycles(r))) \
    X(energy, "energy mJ", "J", MILLI, false, "energy of SMs, L2, interconnect and DRAM", joule(r, all_pj(r))) \
    X(core_dynamic, "  core dynamic", "", PERCENT, false, "share of the energy: instructions and accesses of SMs", \
      per(r->core_dynamic_pj, all_pj(r))) \
    X(core_static, "  core static", "", PERCENT, false, "share of the energy: static power of SMs", \
      per(r->core_static_pj, all_pj(r))) \
    X(uncore, "  L2 and interconnect", "", PERCENT, false, "share of the energy: L2 and interconnect", \
      per(r->uncore_pj, all_pj(r))) \
    X(dram_energy, "  DRAM", "", PERCENT, false, "share of the energy: DRAM", per(r->dram_pj, all_pj(r))) \
    X(power, "mean power W", "W", TENTHS, false, "energy / time of the run", joule(r, all_pj(r)) / seconds(r)) \
    X(insts_per_joule, "thread instructions per nJ", "instructions/J", GIGA, false, "thread instructions / energy", \
      number(r->sm_thread_insts) / joule(r, all_pj(r))) \
    X(out_of_bounds, "out-of-bounds reads", "reads", COUNT, false, \
      "reads outside a buffer, answered from its guard band", \
      number(r->guard_reads)) \
    X(waves, NULL, "waves", RATIO, false, \
      "CTAs of the largest grid / CTAs that fill the machine (SMs x T_max); of a mix the sum over its workloads", \
      r->waves) \
    X(speed, NULL, "1/cycles", RATIO, false, "1 / cycles", per(1, r->cycles)) \
    X(l1_reuse, NULL, "accesses/line", RATIO, false, \
      "thread accesses to a line of an L1D after the access that fetched it, mean per line", \
      per(r->l1_reuses, r->l1_blocks)) \
    X(row_accesses, NULL, "accesses", TENTHS, false, "column accesses per activation of a DRAM row", \
      per(r->dram_row_hits + r->dram_row_misses, r->dram_row_misses)) \
    X(dram_bus, NULL, "", PERCENT, false, \
      "channels' DRAM cycles in which the data bus carries data / all their cycles", \
      per(r->dram_bus_busy, r->dram_cycles)) \
    X(off, NULL, "", PERCENT, false, "share of SM cycles in which the gate drains the SM and it is empty", \
      per(r->off_sm_cycles, sm_cycles(r))) \
    X(empty, NULL, "SM-cycles", COUNT, false, "SM cycles without a resident CTA", number(r->sm_empty_cycles)) \
    X(unfed, NULL, "SM-cycles", COUNT, false, "SM cycles, IDLE or MEM_STALL, with a resident CTA", \
      number(r->sm_idle + r->sm_mem_stall) - number(r->sm_empty_cycles)) \
    X(util, NULL, "", PERCENT, false, "share of SM cycles with a resident CTA", \
      1.0 - per(r->sm_empty_cycles, sm_cycles(r))) \
    X(read_latency, NULL, "cycles", TENTHS, false, "core cycles from a read request of an SM to its reply, mean", \
      per(r->mem_read_latency, r->mem_reads)) \
    X(concurrency_share, NULL, "", PERCENT, true, "concurrency / cycles", \
      of_mix(r, per(r->concurrency_cycles, r->cycles))) \
    X(chip_energy, NULL, "J", MILLI, false, "energy of everything except the DRAM chips", joule(r, chip_pj(r))) \
    X(core_power, NULL, "W", TENTHS, false, "energy of the SMs / time of the run", \
      1e-12 * number(core_pj(r)) / seconds(r)) \
    X(edp, NULL, "J s", MILLI, false, "energy x time of the run", joule(r, all_pj(r)) * seconds(r)) \
    X(insts_per_core_joule, NULL, "instructions/J", GIGA, false, "thread instructions / energy of the SMs", \
      1e12 * per(r->sm_thread_insts, core_pj(r)))
/* clang-format on */

#define FORMULA(name, head, unit, format, mix, text, value)                                                            \
    static double of_##name(const run_result_t *r) { return value; }
METRICS(FORMULA)
#undef FORMULA
#define FORMULA(of, name, unit, text)                                                                                  \
    static double of_##of##_##name(const run_result_t *r) { return number(r->of##_##name); }
RUN_TABLES(FORMULA)
#undef FORMULA

#define ROW(name, head, unit, format, mix, text, value) {#name, head, unit, text, of_##name, METRIC_##format, mix},
#define COUNTER(of, name, unit, text)                   {#of "_" #name, NULL, unit, text, of_##of##_##name, METRIC_COUNT, false},
static const metric_t metrics[] = {METRICS(ROW) RUN_TABLES(COUNTER)};
#undef ROW
#undef COUNTER
enum { COUNT = sizeof metrics / sizeof metrics[0] };

const metric_t *metric_at(uint32_t i) { return i < COUNT ? &metrics[i] : NULL; }

const metric_t *metric_find(const char *name)
{
    for (uint32_t i = 0; i < COUNT; i++)
        if (strcmp(metrics[i].name, name) == 0) return &metrics[i];
    return NULL;
}

double metric_of(const char *name, const run_result_t *r)
{
    const metric_t *m = metric_find(name);
    assert(m);
    return m->of(r);
}

void metric_text(const metric_t *m, const run_result_t *r, char text[METRIC_TEXT_BYTES])
{
    const double v = m->of(r);
    if (isnan(v)) snprintf(text, METRIC_TEXT_BYTES, "-");
    else if (m->format == METRIC_COUNT) snprintf(text, METRIC_TEXT_BYTES, "%.0f", v);
    else if (m->format == METRIC_TENTHS) snprintf(text, METRIC_TEXT_BYTES, "%.1f", v);
    else if (m->format == METRIC_PERCENT) snprintf(text, METRIC_TEXT_BYTES, "%.1f %%", 100.0 * v);
    else if (m->format == METRIC_MILLI) snprintf(text, METRIC_TEXT_BYTES, "%.4g", 1e3 * v);
    else if (m->format == METRIC_GIGA) snprintf(text, METRIC_TEXT_BYTES, "%.3f", 1e-9 * v);
    else if (m->format == METRIC_MEAN_MAX) snprintf(text, METRIC_TEXT_BYTES, "%.2f / %u", v, r->ctas_per_sm_max);
    else snprintf(text, METRIC_TEXT_BYTES, "%.3f", v);
}

const metric_t *metric_named(const char *name, const char *where, err_t *err)
{
    const metric_t *m = metric_find(name);
    const char *names[COUNT];
    char list[400];
    if (m) return m;
    for (uint32_t i = 0; i < COUNT; i++) names[i] = metrics[i].name;
    err_set(err, NULL, 0, "%s: unknown word '%s'; %s", where, name,
            suggest_text(list, sizeof list, name, names, COUNT));
    return NULL;
}

void metrics_describe(FILE *f)
{
    int width = 0;
    for (uint32_t i = 0; i < COUNT; i++)
        if ((int)strlen(metrics[i].name) > width) width = (int)strlen(metrics[i].name);
    for (uint32_t i = 0; i < COUNT; i++)
        fprintf(f, "  %-*s %-18s %s%s\n", width, metrics[i].name, metrics[i].unit, metrics[i].text,
                metrics[i].mix ? " (mixes)" : "");
}
