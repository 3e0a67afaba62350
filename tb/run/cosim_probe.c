/* cosim_probe.c - what is checked before the first cycle of a run, without the run; the grids of its launches. */
#include "run/cosim_internal.h"
#include "run/outputs.h"

#include <stdlib.h>
#include <sys/stat.h>

static bool probe(const run_opts_t *o, bool (*read)(run_t *r, err_t *err), err_t *err)
{
    run_t *r = calloc(1, sizeof *r);
    if (!r) return err_set(err, NULL, 0, "out of memory");
    r->opts = o;
    const bool ok = outputs_check(o, err) && read(r, err);
    source_close(r->source);
    free(r);
    return ok;
}

bool cosim_probe(const run_opts_t *o, err_t *err) { return probe(o, cosim_load, err); }

bool cosim_probe_options(const run_opts_t *o, err_t *err)
{
    struct stat st;
    const bool pipe = stat(o->machine_path, &st) == 0 && S_ISFIFO(st.st_mode);
    return pipe ? outputs_check(o, err) : probe(o, cosim_load_machine, err);
}

static bool add_launch(const run_t *r, uint32_t i, dispatch_log_t *log, err_t *err)
{
    const kernel_launch_t *k = source_launch(r->source, i, err);
    if (!k) return false;
    const bool fits = gpu_fits(&r->machine, k, err);
    const uint64_t ctas = (uint64_t)k->grid[0] * k->grid[1] * k->grid[2];
    source_release(r->source, k);
    return fits && (dispatch_log_add(log, i, (uint32_t)ctas) || err_set(err, NULL, 0, "out of memory"));
}

bool cosim_grids(const run_opts_t *o, dispatch_log_t *log, uint32_t *sms, err_t *err)
{
    run_t *r = calloc(1, sizeof *r);
    if (!r) return err_set(err, NULL, 0, "out of memory");
    r->opts = o;
    bool ok = cosim_load(r, err);
    *log = (dispatch_log_t){0};
    *sms = r->machine.sms;
    for (uint32_t i = 0; ok && i < r->launches; i++) ok = add_launch(r, i, log, err);
    source_close(r->source);
    free(r);
    return ok;
}
