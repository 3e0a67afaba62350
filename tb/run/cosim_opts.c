/* cosim_opts.c - workloads that the options of a run name, and the options to run one of them alone. */
#include "run/cosim.h"

uint32_t cosim_workloads(const run_opts_t *o)
{
    uint32_t n = 0;
    while (n < COSIM_MIX && o->workload_path[n]) n++;
    return n;
}

const char *cosim_size(const run_opts_t *o, uint32_t w) { return o->workload_size[w] ? o->workload_size[w] : o->size; }

void cosim_alone(const run_opts_t *o, uint32_t w, run_opts_t *alone)
{
    *alone = (run_opts_t){.machine_path = o->machine_path,
                          .workload_path = {o->workload_path[w]},
                          .size = cosim_size(o, w),
                          .engine = o->engine,
                          .seed = o->seed,
                          .gap_bytes = o->gap_bytes,
                          .threads = o->threads,
                          .sets = o->sets,
                          .set_count = o->set_count,
                          .baseline = true,
                          .progress = o->progress};
}
