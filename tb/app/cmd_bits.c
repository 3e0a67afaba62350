/* cmd_bits.c - `ctadel bits`: lists instructions with their control bits. */
#include "app/app.h"
#include "run/cosim_source.h"

#include "base/infile.h"
#include "config/config.h"
#include "control/coded.h"
#include "control/listing.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const ui_opt_t opts[] = {
    {"trace", 0, "LIST", "list the kernels of a kernelslist.g of Accel-Sim instead of a WORKLOAD"},
    {"sequence", 0, "FILE", "list instructions that have control bits (docs/sequences.md) instead of a WORKLOAD"},
    {"size", 0, "SIZE", "size of the workload (ctadel list); default: that of its file"},
    {"set", 0, "KEY=VALUE", "a parameter of the machine (help machine), may be repeated"},
    {"help", 'h', NULL, "this text"},
};
enum { OPTS = sizeof opts / sizeof opts[0] };
#define DEFAULT_MACHINE "a6000"

typedef struct {
    const char *words[2];
    uint32_t word_count;
    const char *sets[RUN_SETS_MAX];
    char machine[RUN_PATH_BYTES], sass[RUN_PATH_BYTES];
    run_mix_t workload;
    run_opts_t run;
    bool help;
} request_t;

typedef struct {
    const char *path; /* of the lines; NULL: no file */
    char **line;
    uint32_t lines;
} text_t;

static void print_help(FILE *f)
{
    fputs("usage: ctadel bits [MACHINE] WORKLOAD [options]\n"
          "Lists the instructions of each kernel of a workload, with the control bits that a run on\n"
          "MACHINE (default " DEFAULT_MACHINE ") uses: those of a sequence, else those that CTAdel assigns.\n"
          "[B0-2---:R1:W0:Y:S04] waits for the dependence counters 0 and 2, holds counter 1 until its\n"
          "sources are read and counter 0 until its result is written, yields, and stalls its warp for\n"
          "4 cycles. `reuse 0,2`: the operands at these places stay in the reuse cache.\n\n",
          f);
    ui_args_help(f, opts, OPTS);
    fputs("\nExamples:\n"
          "  ctadel bits mmul\n"
          "  ctadel bits qv100 mmul --set sm.sub_cores=staged\n"
          "Exit code: 0 ok, 2 bad input.\n",
          f);
}

static bool take(request_t *q, const ui_opt_t *opt, const char *value, err_t *err)
{
    if (!opt) {
        if (q->word_count == 2)
            return err_set(err, NULL, 0, "found a third word '%s'; allowed: [MACHINE] WORKLOAD", value);
        q->words[q->word_count++] = value;
    } else if (!strcmp(opt->name, "help")) {
        q->help = true;
    } else if (!strcmp(opt->name, "trace")) {
        q->run.trace_path = value;
    } else if (!strcmp(opt->name, "sequence")) {
        q->run.sequence_path = value;
    } else {
        return run_option_take(&q->run, q->sets, opt->name, value, err);
    }
    return true;
}

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = OPTS};
    const ui_opt_t *opt;
    const char *value;
    while (ui_args_next(&args, &opt, &value, err))
        if (!take(q, opt, value, err)) return false;
    if (err->text[0] || q->help) return q->help;
    const bool file = q->run.trace_path || q->run.sequence_path;
    if (q->run.trace_path && q->run.sequence_path)
        return err_set(err, NULL, 0, "found --trace and --sequence; allowed: one of them");
    if (file && q->word_count == 2)
        return err_set(err, NULL, 0, "found the workload '%s' and a file; allowed: one of them", q->words[1]);
    if (!file && !q->word_count) return err_set(err, NULL, 0, "the WORKLOAD is missing; see ctadel bits --help");
    const bool machine = q->word_count == (file ? 1 : 2);
    run_data_sass(q->sass);
    q->run.sass_path = q->sass;
    q->run.machine_path = q->machine;
    if (!run_machine_path(machine ? q->words[0] : DEFAULT_MACHINE, q->machine, err)) return false;
    if (file) return true;
    if (!run_mix(q->words[q->word_count - 1], &q->workload, err)) return false;
    run_mix_options(&q->workload, &q->run);
    return true;
}

static void text_free(text_t *t)
{
    for (uint32_t i = 0; i < t->lines; i++) free(t->line[i]);
    free(t->line);
    *t = (text_t){0};
}

/* The line without blanks at its ends, and with one blank where it has several. */
static void tidy(char *line)
{
    char *to = line;
    for (const char *from = line; *from; from++)
        if (!isspace((unsigned char)*from)) *to++ = *from;
        else if (to > line && to[-1] != ' ') *to++ = ' ';
    while (to > line && to[-1] == ' ') to--;
    *to = '\0';
}

/* The lines of a kernel's source; none if it cannot be read. */
static void text_read(text_t *t, const char *path)
{
    char *line = NULL;
    size_t room = 0;
    if (path && t->path && !strcmp(path, t->path)) return;
    text_free(t);
    t->path = path;
    FILE *f = path ? infile_open(path) : NULL;
    while (f && getline(&line, &room, f) >= 0) {
        char **more = realloc(t->line, (t->lines + 1) * sizeof *more);
        if (!more) break;
        t->line = more;
        tidy(line);
        if (!(t->line[t->lines] = strdup(line))) break;
        t->lines++;
    }
    free(line);
    if (f) fclose(f);
}

static void print_registers(const frontend_inst_t *in)
{
    const winst_t *w = in->inst;
    const char *between = " ";
    fputs(in->mnemonic, stdout);
    for (uint32_t d = 0; d < w->ndst; d++, between = ", ") printf("%sR%u", between, w->dst[d]);
    if (w->ndst && w->nsrc) between = " <- ";
    for (uint32_t s = 0; s < w->nsrc; s++, between = ", ") printf("%sR%u", between, w->src[s]);
}

static void print_inst(void *to, const frontend_inst_t *in)
{
    const text_t *t = to;
    const winst_t *w = in->inst;
    char bits[CONTROL_TEXT_BYTES];
    control_text(w->control, bits);
    printf("  %s  %05" PRIx64 "%s  ", bits, w->pc_bytes, in->entered ? ":" : " ");
    if (w->line && w->line <= t->lines) printf("%5" PRIu32 "  %s", w->line, t->line[w->line - 1]);
    else print_registers(in);
    const char *between = "  reuse ";
    for (uint32_t i = 0; i < CONTROL_OPERANDS; i++)
        if (w->control->reuse >> i & 1) {
            printf("%s%" PRIu32, between, i);
            between = ",";
        }
    putchar('\n');
}

static bool print_kernel(const machine_t *m, const kernel_launch_t *k, text_t *t, err_t *err)
{
    coded_t *coded = k->controls ? NULL : coded_create(&m->sm, k, err);
    if (!k->controls && !coded) return false;
    const kernel_launch_t *all = coded ? coded_launch(coded) : k;
    text_read(t, k->file);
    printf("%s%s%s\n", k->name, k->file ? "  " : "", k->file ? k->file : "");
    const bool ok = all->ops->code(all->self, print_inst, t, err);
    coded_destroy(coded);
    return ok;
}

/* Kernels of one name have the same code; each is listed once. */
static bool print_kernels(const machine_t *m, source_t *s, err_t *err)
{
    const uint32_t launches = source_launches(s);
    char **seen = calloc(launches, sizeof *seen);
    uint32_t kernels = 0;
    text_t text = {0};
    bool ok = seen || err_set(err, NULL, 0, "out of memory");
    for (uint32_t i = 0; ok && i < launches; i++) {
        const kernel_launch_t *k = source_launch(s, i, err);
        uint32_t n = 0;
        ok = k != NULL;
        while (ok && n < kernels && strcmp(seen[n], k->name) != 0) n++;
        if (ok && n == kernels) {
            if (kernels) putchar('\n');
            ok = ((seen[kernels] = strdup(k->name)) || err_set(err, NULL, 0, "out of memory")) &&
                 print_kernel(m, k, &text, err);
            kernels++;
        }
        if (k) source_release(s, k);
    }
    text_free(&text);
    for (uint32_t n = 0; seen && n < kernels; n++) free(seen[n]);
    free(seen);
    return ok;
}

static bool list(request_t *q, err_t *err)
{
    machine_t m;
    if (!machine_load(q->machine, &m, err)) return false;
    for (uint32_t i = 0; i < q->run.set_count; i++)
        if (!machine_set(&m, q->sets[i], NULL, err)) return false;
    if (!machine_check(&m, q->machine, err)) return false;
    if (m.sm.sub_cores != SUB_CORES_STAGED)
        return err_set(err, q->machine, 0,
                       "machine '%s' has no stages for which to count stalls; allowed: machines with sm.sub_cores "
                       "staged, as " DEFAULT_MACHINE,
                       m.name);
    source_t *s = source_open(&q->run, &m, err);
    const bool ok = s && print_kernels(&m, s, err);
    source_close(s);
    return ok;
}

int cmd_bits(int argc, char **argv)
{
    err_t err = {{0}};
    request_t *q = calloc(1, sizeof *q);
    int code = UI_OK;
    if (q) q->run.seed = 1;
    if (!q) err_set(&err, NULL, 0, "out of memory");
    else if (parse(q, argc, argv, &err) && q->help) print_help(stdout);
    else if (!err.text[0]) list(q, &err);
    if (err.text[0]) code = ui_fail(&err);
    free(q);
    return code;
}
