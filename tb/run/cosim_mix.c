/* cosim_mix.c - sums over the kernels of each workload, and the figures of a mix. */
#include "run/cosim_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void cosim_part_ended(run_t *r, const gpu_kernel_t *k)
{
    run_workload_t *p = &r->part[source_workload_of(r->source, (uint32_t)k->id)];
    if (k->end_cycle > p->cycles) p->cycles = k->end_cycle;
    p->launches++;
    if (k->wave && (double)k->ctas / (double)k->wave > p->waves) p->waves = (double)k->ctas / (double)k->wave;
    p->ctas += k->ctas;
    p->warp_insts += k->work.warp_insts;
    p->thread_insts += k->work.thread_insts;
    for (uint32_t u = 0; u < UNIT_NONE; u++) p->busy[u] += k->work.busy[u];
}

static void register_part(stats_t *s, uint32_t w, const run_workload_t *p)
{
    char path[16];
    snprintf(path, sizeof path, "mix.w%u", w);
    const struct {
        const char *name, *unit, *text;
        const uint64_t *value;
    } row[] = {
        {"launches", "launches", "kernels of the workload", &p->launches},
        {"ctas", "CTAs", "CTAs of all its kernels", &p->ctas},
        {"alone_cycles", "cycles", "cycles of a run alone under the baseline; 0: not known", &p->alone_cycles},
        {"cycles", "cycles", "from the start of the mix to its end", &p->cycles},
        {"warp_insts", "instructions", "warp instructions issued", &p->warp_insts},
        {"thread_insts", "instructions", "lanes that executed, summed", &p->thread_insts},
    };
    stats_add_word(s, path, "name", "of the workload", p->name);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        stats_add_u64(s, path, row[i].name, row[i].unit, row[i].text, row[i].value);
    gpu_add_busy(s, path, p->busy);
    stats_add_ratio(s, path, "ipc", "instructions/cycle", "thread instructions per cycle until its end",
                    &p->thread_insts, &p->cycles);
}

static void register_mix(run_t *r, uint32_t count)
{
    stats_t *s = r->stats;
    const mix_figures_t *f = &r->mix;
    stats_add_u64(s, "mix", "concurrency_cycles", "cycles", "from the start of the mix until its first workload ends",
                  &f->concurrency_cycles);
    stats_add_u64(s, "mix", "sequential_cycles", "cycles", "from the end of the first workload to the end of the mix",
                  &f->sequential_cycles);
    stats_add_real(s, "mix", "throughput", "", "system throughput: sum of cycles alone / cycles in the mix",
                   &f->throughput);
    stats_add_real(s, "mix", "turnaround", "", "mean normalised turnaround: mean of cycles in the mix / cycles alone",
                   &f->turnaround);
    stats_add_real(s, "mix", "fairness", "", "of cycles alone / cycles in the mix, the least / the greatest",
                   &f->fairness);
    for (uint32_t w = 0; w < count; w++) register_part(s, w, &r->part[w]);
}

static double known(double value) { return isfinite(value) ? value : 0.0; }

static mix_figures_t figures(const run_workload_t *part, uint32_t count)
{
    mix_part_t of[COSIM_MIX];
    for (uint32_t w = 0; w < count; w++) of[w] = (mix_part_t){part[w].alone_cycles, part[w].cycles};
    return mix_figures(of, count);
}

static void set_figures(run_result_t *out, const mix_figures_t *f)
{
    out->concurrency_cycles = f->concurrency_cycles;
    out->throughput = known(f->throughput);
    out->turnaround = known(f->turnaround);
    out->fairness = known(f->fairness);
}

void cosim_mix_figures(run_result_t *r)
{
    const mix_figures_t f = figures(r->part, r->workloads);
    set_figures(r, &f);
}

void cosim_parts(run_t *r, run_result_t *out)
{
    out->workloads = source_workloads(r->source);
    for (uint32_t w = 0; w < out->workloads; w++) {
        run_workload_t *p = &r->part[w];
        snprintf(p->name, sizeof p->name, "%s", source_workload_name(r->source, w));
        p->verdict = source_verdict(r->source, w);
        p->alone_cycles = r->opts->alone_cycles[w];
    }
    memcpy(out->part, r->part, sizeof out->part);
    if (out->workloads < 2) return;
    r->mix = figures(r->part, out->workloads);
    register_mix(r, out->workloads);
    set_figures(out, &r->mix);
}
