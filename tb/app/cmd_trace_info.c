/* cmd_trace_info.c - `ctadel trace-info`. */
#include "app/app.h"

#include "trace/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPCODES_SHOWN = 15, OPCODES_MAX = 4096, NAME_SHOWN = 40 };

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

static const ui_opt_t info_opts[] = {{"strict", 0, NULL, "refuse an opcode that is not in the table (configs/opcodes)"},
                                     {"help", 'h', NULL, "this text"}};
enum { INFO_OPTS = sizeof info_opts / sizeof info_opts[0] };

static int info_help(void)
{
    fputs("usage: ctadel trace-info LIST [--strict]\n"
          "Reads and checks every line of an Accel-Sim trace, and prints its kernels, sizes and opcodes.\n"
          "LIST is its kernelslist.g.\n\n",
          stdout);
    ui_args_help(stdout, info_opts, INFO_OPTS);
    fputs("\nExamples:\n"
          "  ctadel trace-info traces/vecadd/kernelslist.g\n"
          "Exit code: 0 ok, 2 bad input.\n",
          stdout);
    return UI_OK;
}

int cmd_trace_info(int argc, char **argv)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = info_opts, .opt_count = INFO_OPTS};
    const ui_opt_t *opt;
    const char *value, *list = NULL;
    char sass[RUN_PATH_BYTES];
    err_t err = {{0}};
    trace_opts_t how = {0};
    while (ui_args_next(&args, &opt, &value, &err)) {
        if (opt && opt->letter == 'h') return info_help();
        if (opt) {
            how.strict = true;
            continue;
        }
        if (list) err_set(&err, NULL, 0, "found a second word '%s'; allowed: LIST", value);
        list = value;
    }
    if (!list) err_set(&err, NULL, 0, "LIST is missing; see ctadel trace-info --help");
    if (err.text[0]) return ui_fail(&err);
    run_data_sass(sass);
    uint64_t total = 0;
    trace_t *trace = trace_open(list, sass, &how, &err);
    const bool ok = trace && info_kernels(trace, &total, &err);
    if (ok) info_opcodes(trace, total);
    trace_destroy(trace);
    return ok ? UI_OK : ui_fail(&err);
}
