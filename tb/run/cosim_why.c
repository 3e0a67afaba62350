/* cosim_why.c - GPU hook that writes the file of --why (why_file.h). */
#include "run/cosim_internal.h"
#include "run/why_file.h"

#include <inttypes.h>

bool cosim_why_open(run_t *r, err_t *err)
{
    if (!r->opts->why) return true;
    if (!(r->why = outfile_open(r->opts->why, err))) return false;
    fprintf(outfile_stream(r->why), WHY_FILE_HEAD "\n# machine %s\n# sms %" PRIu32 "\n" WHY_FILE_COLUMNS "\n",
            r->machine.name, r->machine.sms);
    return true;
}

static void write_causes(FILE *f, uint32_t cause)
{
    const char *between = "";
    for (; cause; cause &= cause - 1) {
        fprintf(f, "%s%s", between, why_word((uint32_t)__builtin_ctz(cause)));
        between = "+";
    }
}

static void on_why(void *self, uint64_t cycle, const gpu_why_event_t *e)
{
    run_t *r = self;
    FILE *f = outfile_stream(r->why);
    if (e->kernel->id >= r->why_kernels) { /* ids rise in order of launch */
        fprintf(f, "# kernel %" PRIu64 " %s\n", e->kernel->id, e->kernel->name);
        r->why_kernels = e->kernel->id + 1;
    }
    fprintf(f, "%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",", cycle, e->sm, e->kernel->id);
    if (e->cause == WHY_DISPATCHED) fprintf(f, WHY_FILE_DISPATCHED ",%" PRIu32 "\n", e->lid);
    else if (e->cause == WHY_NOT_ASKED) fputs(WHY_FILE_NOTHING ",\n", f);
    else if (e->cause == WHY_FREE) fputs(WHY_FILE_TURN ",\n", f);
    else {
        write_causes(f, e->cause);
        fputs(",\n", f);
    }
}

void cosim_why_hooks(run_t *r, gpu_hooks_t *hooks)
{
    if (r->why) hooks->why = on_why;
}

void cosim_why_result(const run_t *r, run_result_t *out)
{
    out->why = r->opts->why != NULL;
    for (uint32_t c = 0; out->why && c < WHY_CLASS_COUNT; c++) {
        char name[32];
        snprintf(name, sizeof name, c == WHY_CLASS_DISPATCHED ? "gpu.%s" : "gpu.refused_%s", why_word(c));
        out->refused_cycles[c] = stats_value(r->stats, name);
    }
}

bool cosim_why_close(run_t *r, err_t *err)
{
    outfile_t *o = r->why;
    r->why = NULL;
    if (!o) return true;
    fprintf(outfile_stream(o), WHY_FILE_END " %" PRIu64 "\n", gpu_cycle(r->gpu));
    return outfile_commit(o, err);
}
