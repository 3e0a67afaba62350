/* cmd_trace.c - `ctadel trace` and `ctadel trace-info`. */
#include "app/app.h"
#include "run/outputs.h"

#include "config/config.h"
#include "trace/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPCODES_SHOWN = 15, OPCODES_MAX = 4096, NAME_SHOWN = 40 };

/* ---- trace ---- */

static const ui_opt_t write_opts[] = {
    {"out", 0, "DIR", "folder for kernelslist.g and the kernels; created if missing"},
    {"size", 0, "SIZE", "size of the workload (ctadel list); default: that of its file"},
    {"seed", 0, "N", "seed of the workload's random contents; default 1"},
    {"help", 'h', NULL, "this text"},
};
enum { WRITE_OPTS = sizeof write_opts / sizeof write_opts[0] };

typedef struct {
    const char *words[2]; /* machine, workload */
    uint32_t word_count;
    const char *out;
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
          "refused. MACHINE must have warps of 32 lanes.\n\n",
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
        else if (!run_option_set(&q->run, opt->name, value, where, err)) return false;
    }
    if (err->text[0]) return false;
    if (q->help) return true;
    if (q->word_count < 2) return err_set(err, NULL, 0, "MACHINE and WORKLOAD are needed; see ctadel trace --help");
    return q->out || err_set(err, NULL, 0, "--out DIR is missing; see ctadel trace --help");
}

static bool write_launches(workload_t *w, uint32_t binary, const char *dir, err_t *err)
{
    const uint32_t launches = workload_launches(w);
    uint64_t insts, total = 0;
    for (uint32_t i = 0; i < launches; i++) {
        const kernel_launch_t *k = workload_launch(w, i, err);
        if (!k || !trace_write_kernel(k, dir, i + 1, binary, &insts, err)) return false;
        workload_release(w, k);
        total += insts;
    }
    if (!trace_write_list(dir, launches, err)) return false;
    printf("%s/kernelslist.g: %" PRIu32 " kernel%s, %" PRIu64 " warp instructions\n", dir, launches,
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
    workload_t *w = workload_load(workload, q->run.size, m.sm.warp_lanes, q->run.seed, err);
    if (!w) return false;
    bool ok = !workload_loops(w) ||
              err_set(err, workload, 0,
                      "'%s' has parallel loops; a trace cannot express which thread gets which index; give a "
                      "workload without them",
                      workload_name(w));
    bool made = false;
    ok = ok && make_folder(q->out, &made, err) && write_launches(w, m.binary_version, q->out, err);
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

/* ---- trace-info ---- */

static void extent(char text[48], const uint32_t v[3])
{
    snprintf(text, 48, v[2] > 1 ? "%ux%ux%u" : v[1] > 1 ? "%ux%u" : "%u", v[0], v[1], v[2]);
}

static void kernel_row(ui_table_t *t, uint32_t row, const kernel_launch_t *k, const trace_summary_t *s)
{
    char grid[48], block[48];
    extent(grid, k->grid);
    extent(block, k->block);
    ui_table_set(t, row, 0, "%.*s", NAME_SHOWN, k->name);
    ui_table_set(t, row, 1, "%s", grid);
    ui_table_set(t, row, 2, "%s", block);
    ui_table_set(t, row, 3, "%" PRIu32, k->regs_per_thread);
    ui_table_set(t, row, 4, "%" PRIu32, k->smem_bytes);
    ui_table_set(t, row, 5, "%" PRIu32, k->stream);
    ui_table_set(t, row, 6, "%" PRIu64, s->ctas);
    ui_table_set(t, row, 7, "%" PRIu64, s->warp_insts);
    ui_table_set(t, row, 8, "%.1f", s->warp_insts ? (double)s->thread_insts / (double)s->warp_insts : 0.0);
    ui_table_set(t, row, 9, "%s%" PRIu64, s->lines_at_least ? ">=" : "", s->lines);
}

static bool info_kernels(trace_t *trace, uint64_t *total, err_t *err)
{
    static const char *const heads[] = {"kernel", "grid", "block",      "regs",  "smem",
                                        "stream", "CTAs", "warp insts", "lanes", "128 B lines"};
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    const uint32_t kernels = trace_kernels(trace);
    ui_table_t *t = ui_table_create(kernels + 1, COLUMNS);
    bool ok = true;
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; ok && i < kernels; i++) {
        trace_summary_t s;
        const kernel_launch_t *k;
        ok = trace_summarise(trace, i, &s, &k, err);
        if (ok) kernel_row(t, i + 1, k, &s);
        *total += s.warp_insts;
        if (k) trace_release(trace, k);
    }
    if (ok) ui_table_print(t, stdout, ui_colour(stdout));
    ui_table_destroy(t);
    char notes[512];
    trace_notes(trace, notes, sizeof notes);
    if (ok && notes[0]) fprintf(stderr, "ctadel: note: %s\n", notes);
    return ok;
}

static void info_opcodes(const trace_t *trace, uint64_t total)
{
    trace_opcode_t *op = calloc(OPCODES_MAX, sizeof *op);
    const uint32_t all = op ? trace_opcodes(trace, op, OPCODES_MAX) : 0;
    const uint32_t shown = all < OPCODES_SHOWN ? all : OPCODES_SHOWN;
    ui_table_t *t = ui_table_create(shown + 1, 4);
    static const char *const heads[] = {"opcode", "warp insts", "share", "taken as"};
    for (uint32_t c = 0; c < 4; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; i < shown; i++) {
        ui_table_set(t, i + 1, 0, "%s", op[i].name);
        ui_table_set(t, i + 1, 1, "%" PRIu64, op[i].warp_insts);
        ui_table_set(t, i + 1, 2, "%.1f %%", 100.0 * (double)op[i].warp_insts / (double)total);
        ui_table_set(t, i + 1, 3, "%s%s", op[i].taken_as, op[i].known ? "" : " (not in the table)");
    }
    putchar('\n');
    ui_table_print(t, stdout, ui_colour(stdout));
    if (all > shown) printf("and %" PRIu32 " more\n", all - shown);
    ui_table_destroy(t);
    free(op);
}

static const ui_opt_t info_opts[] = {{"help", 'h', NULL, "this text"}};

static int info_help(void)
{
    fputs("usage: ctadel trace-info LIST\n"
          "Reads and checks every line of an Accel-Sim trace, and prints its kernels, sizes and opcodes.\n"
          "LIST is its kernelslist.g.\n\n",
          stdout);
    ui_args_help(stdout, info_opts, 1);
    fputs("\nExamples:\n"
          "  ctadel trace-info traces/vecadd/kernelslist.g\n"
          "Exit code: 0 ok, 2 bad input.\n",
          stdout);
    return UI_OK;
}

int cmd_trace_info(int argc, char **argv)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = info_opts, .opt_count = 1};
    const ui_opt_t *opt;
    const char *value, *list = NULL;
    char sass[RUN_PATH_BYTES];
    err_t err = {{0}};
    while (ui_args_next(&args, &opt, &value, &err)) {
        if (opt) return info_help();
        if (list) err_set(&err, NULL, 0, "found a second word '%s'; allowed: LIST", value);
        list = value;
    }
    if (!list) err_set(&err, NULL, 0, "LIST is missing; see ctadel trace-info --help");
    if (err.text[0]) return ui_fail(&err);
    run_data_sass(sass);
    uint64_t total = 0;
    trace_t *trace = trace_open(list, sass, NULL, &err);
    const bool ok = trace && info_kernels(trace, &total, &err);
    if (ok) info_opcodes(trace, total);
    trace_destroy(trace);
    return ok ? UI_OK : ui_fail(&err);
}
