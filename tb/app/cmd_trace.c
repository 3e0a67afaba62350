/* cmd_trace.c - `ctadel trace`. */
#include "app/app.h"
#include "app/trace_words.h"
#include "run/outputs.h"

#include "config/config.h"
#include "control/coded.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool trace_format(const char *word, trace_form_t last, trace_form_t *form, err_t *err)
{
    static const char *const words[] = {
        [TRACE_TEXT] = "traceg", [TRACE_INDEXED] = "tracez", [TRACE_PACKED] = "compact"};
    for (*form = TRACE_TEXT; *form <= last; ++*form)
        if (strcmp(word, words[*form]) == 0) return true;
    return err_set(err, NULL, 0, "--format: found '%.40s'; allowed: traceg, tracez%s", word,
                   last == TRACE_PACKED ? ", compact" : "");
}

static const ui_opt_t write_opts[] = {
    {"out", 0, "DIR", "folder for kernelslist.g and the kernels; created if missing"},
    {"format", 0, "FORMAT", "traceg: text; tracez: Accel-Sim's compressed and indexed form; default: traceg"},
    {"size", 0, "SIZE", "size of the workload (ctadel list); default: that of its file"},
    {"seed", 0, "N", "seed of the workload's random contents; default 1"},
    {"help", 'h', NULL, "this text"},
};
enum { WRITE_OPTS = sizeof write_opts / sizeof write_opts[0] };

typedef struct {
    const char *words[2]; /* machine, workload */
    uint32_t word_count;
    const char *out;
    trace_form_t form;
    run_opts_t run; /* size and seed */
    bool help;
} write_t;

static void write_help(void)
{
    fputs("usage: ctadel trace MACHINE WORKLOAD --out DIR [options]\n"
          "Executes a workload without timing and writes each launch as an Accel-Sim trace\n"
          "(version 5). PTX has no SASS opcodes: each instruction is written with the SASS opcode\n"
          "nearest in unit and operation. A kernel with more than 255 virtual registers shares R0 to\n"
          "R254 among those that are live one after the other; one that needs more at once is\n"
          "refused. MACHINE must have warps of 32 lanes; if it issues by control bits, the header has\n"
          "them.\n\n",
          stdout);
    ui_args_help(stdout, write_opts, WRITE_OPTS);
    fputs("\nExamples:\n"
          "  ctadel trace lcs28 mmul --size tiny --out mmul_trace\n"
          "  ctadel run lcs28 --trace mmul_trace/kernelslist.g\n"
          "Exit code: 0 ok, 2 bad input.\n",
          stdout);
}

static bool write_parse(write_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = write_opts, .opt_count = WRITE_OPTS};
    const ui_opt_t *opt;
    const char *value;
    while (ui_args_next(&args, &opt, &value, err)) {
        char where[48];
        if (!opt) {
            if (q->word_count == 2)
                return err_set(err, NULL, 0, "found a third word '%s'; allowed: MACHINE WORKLOAD", value);
            q->words[q->word_count++] = value;
            continue;
        }
        snprintf(where, sizeof where, "--%s", opt->name);
        if (strcmp(opt->name, "help") == 0) q->help = true;
        else if (strcmp(opt->name, "out") == 0) q->out = value;
        else if (strcmp(opt->name, "format") == 0 && !trace_format(value, TRACE_INDEXED, &q->form, err)) return false;
        else if (strcmp(opt->name, "format") == 0) continue;
        else if (!run_option_set(&q->run, opt->name, value, where, err)) return false;
    }
    if (err->text[0]) return false;
    if (q->help) return true;
    if (q->word_count < 2) return err_set(err, NULL, 0, "MACHINE and WORKLOAD are needed; see ctadel trace --help");
    return q->out || err_set(err, NULL, 0, "--out DIR is missing; see ctadel trace --help");
}

/* Of a machine that issues by control bits, with those that a run gives the kernel. */
static bool write_launch(const machine_t *m, const kernel_launch_t *k, const write_t *q, uint32_t number,
                         uint64_t *insts, err_t *err)
{
    const bool bits = m->sm.issue_by == ISSUE_BY_CONTROL_BITS;
    coded_t *coded = bits ? coded_create(&m->sm, k, err) : NULL;
    const bool ok = (coded || !bits) && trace_write_kernel(coded ? coded_launch(coded) : k, q->out, number, q->form,
                                                           m->binary_version, insts, err);
    coded_destroy(coded);
    return ok;
}

static bool write_launches(workload_t *w, const machine_t *m, const write_t *q, err_t *err)
{
    const uint32_t launches = workload_launches(w);
    uint64_t insts, total = 0;
    for (uint32_t i = 0; i < launches; i++) {
        const kernel_launch_t *k = workload_launch(w, i, err);
        if (!k || !write_launch(m, k, q, i + 1, &insts, err)) return false;
        workload_release(w, k);
        total += insts;
    }
    if (!trace_write_list(q->out, launches, q->form, err)) return false;
    printf("%s/kernelslist.g: %" PRIu32 " kernel%s, %" PRIu64 " warp instructions\n", q->out, launches,
           launches == 1 ? "" : "s", total);
    return true;
}

/* Makes the folder, or drops the list of the trace in it, which must not name kernels of two traces. */
static bool make_folder(const char *dir, bool *made, err_t *err)
{
    char list[RUN_PATH_BYTES + 32];
    if ((size_t)snprintf(list, sizeof list, "%s/kernelslist.g", dir) >= sizeof list)
        return err_set(err, dir, 0, "the path is too long; give another folder by --out");
    if (!outputs_folder(dir, "--out", made, err)) return false;
    if (unlink(list) == 0 || errno == ENOENT) return true;
    return err_set(err, list, 0, "cannot be replaced: %s; give another folder by --out", strerror(errno));
}

static bool write_trace(const write_t *q, err_t *err)
{
    char machine[RUN_PATH_BYTES], workload[RUN_PATH_BYTES];
    machine_t m;
    if (run_is_mix(q->words[1]))
        return err_set(err, NULL, 0, "found the mix '%.80s'; allowed: one workload", q->words[1]);
    if (!run_machine_path(q->words[0], machine, err) || !run_data_path(RUN_WORKLOAD, q->words[1], workload, err) ||
        !machine_load(machine, &m, err) || !machine_check(&m, machine, err))
        return false;
    if (m.sm.warp_lanes != TRACE_WARP_LANES)
        return err_set(err, machine, 0, "machine '%s' has warps of %u lanes; a trace needs %d", m.name, m.sm.warp_lanes,
                       TRACE_WARP_LANES);
    workload_t *w = workload_load(workload, q->run.size, &m.sm, q->run.seed, err);
    if (!w) return false;
    bool ok = !workload_loops(w) ||
              err_set(err, workload, 0,
                      "'%s' has parallel loops; a trace cannot express which thread gets which index; give a "
                      "workload without them",
                      workload_name(w));
    bool made = false;
    ok = ok && make_folder(q->out, &made, err) && write_launches(w, &m, q, err);
    if (!ok && made) rmdir(q->out); /* which fails if a kernel is in it */
    workload_destroy(w);
    return ok;
}

int cmd_trace(int argc, char **argv)
{
    err_t err = {{0}};
    write_t q = {.run = {.seed = 1}};
    if (!write_parse(&q, argc, argv, &err)) return ui_fail(&err);
    if (q.help) write_help();
    else if (!write_trace(&q, &err)) return ui_fail(&err);
    return UI_OK;
}
