/* cmd_rows.c - `ctadel rows`: lists, compares and removes the rows that sweeps keep. */
#include "app/app.h"
#include "experiment/sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const ui_opt_t opts[] = {
    {"keep", 0, "HASH", "prune: the program whose rows stay; default: this program"},
    {"older", 0, "DAYS", "prune: remove also rows that are older"},
    {"dry-run", 0, NULL, "prune: print what would be removed"},
    {"help", 'h', NULL, "this text"},
};

enum { FOLDERS_MAX = 16 };
typedef struct {
    const char *what, *folder[FOLDERS_MAX], *keep, *older;
    uint32_t folders;
    uint64_t days, program;
    bool dry_run, help;
} request_t;

static void print_help(FILE *f)
{
    fputs("usage: ctadel rows list DIR | compare DIR... | prune DIR [options]\n"
          "The rows of a folder, each the result of one run (`ctadel sweep`: DIR/rows, or --rows DIR).\n"
          "compare: runs with the same inputs under different programs, with both cycles.\n"
          "prune: removes the rows of all programs but one; they would never be read again by it.\n\n",
          f);
    ui_args_help(f, opts, sizeof opts / sizeof opts[0]);
    fputs("\nExamples:\n"
          "  ctadel rows list sweep-lcs/rows\n"
          "  ctadel rows compare old/rows new/rows\n"
          "  ctadel rows prune /shared/rows --older 90 --dry-run\n"
          "Exit code: 0 ok, 1 rows that were compared differ, 2 bad input.\n",
          f);
}

static bool check(request_t *q, err_t *err)
{
    const bool prune = q->what && strcmp(q->what, "prune") == 0;
    if (!q->what || (!prune && strcmp(q->what, "list") != 0 && strcmp(q->what, "compare") != 0))
        return err_set(err, NULL, 0, "found '%.40s'; allowed: list, compare, prune; see ctadel rows --help",
                       q->what ? q->what : "");
    if (!q->folders) return err_set(err, NULL, 0, "a folder of rows is missing, as in ctadel rows list sweep-lcs/rows");
    if (!prune && (q->keep || q->older || q->dry_run))
        return err_set(err, NULL, 0, "--%s is an option of prune", q->keep ? "keep" : q->older ? "older" : "dry-run");
    if (strcmp(q->what, "compare") != 0 && q->folders > 1)
        return err_set(err, NULL, 0, "%s: found %u folders; allowed: one", q->what, q->folders);
    if (q->older && (!ui_number(q->older, 36500, &q->days) || !q->days))
        return err_set(err, NULL, 0, "--older: found '%.40s'; allowed: 1 to 36500 days", q->older);
    if (!q->keep) return sweep_row_program(&q->program, err);
    q->program = strtoull(q->keep, NULL, 16);
    return (strlen(q->keep) == 16 && strspn(q->keep, "0123456789abcdefABCDEF") == 16) ||
           err_set(err, NULL, 0, "--keep: found '%.40s'; allowed: 16 hexadecimal digits, as in ctadel rows list",
                   q->keep);
}

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = sizeof opts / sizeof opts[0]};
    const ui_opt_t *opt;
    const char *value;
    *q = (request_t){0};
    while (ui_args_next(&args, &opt, &value, err)) {
        if (!opt && !q->what) q->what = value;
        else if (!opt && q->folders == FOLDERS_MAX)
            return err_set(err, NULL, 0, "found more than %d folders; allowed: up to %d", FOLDERS_MAX, FOLDERS_MAX);
        else if (!opt) q->folder[q->folders++] = value;
        else if (opt->letter == 'h') q->help = true;
        else if (strcmp(opt->name, "keep") == 0) q->keep = value;
        else if (strcmp(opt->name, "older") == 0) q->older = value;
        else q->dry_run = true;
    }
    if (err->text[0] || q->help) return !err->text[0];
    return check(q, err);
}

static void set_date(ui_table_t *t, uint32_t row, uint32_t column, uint64_t seconds)
{
    char text[32] = "-";
    struct tm day;
    const time_t at = (time_t)seconds;
    if (gmtime_r(&at, &day)) strftime(text, sizeof text, "%Y-%m-%d", &day);
    ui_table_set(t, row, column, "%s", text);
}

static void list(const sweep_rows_t *rows)
{
    static const char *const heads[] = {"run", "policies", "cycles", "seconds", "MB", "host", "day", "program"};
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    ui_table_t *t = ui_table_create(rows->count + 1, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; i < rows->count; i++) {
        const sweep_listed_t *r = &rows->row[i];
        ui_table_set(t, i + 1, 0, "%s", r->about.what);
        ui_table_set(t, i + 1, 1, "%s", r->result.label);
        ui_table_set(t, i + 1, 2, "%" PRIu64, r->result.cycles);
        ui_table_set(t, i + 1, 3, "%.2f", r->about.seconds);
        ui_table_set(t, i + 1, 4, "%.0f", r->about.mbytes);
        ui_table_set(t, i + 1, 5, "%s", r->about.host);
        set_date(t, i + 1, 6, r->about.finished);
        ui_table_set(t, i + 1, 7, "%016" PRIx64, r->about.program);
    }
    ui_table_print(t, stdout, ui_colour(stdout));
    ui_table_destroy(t);
}

static int by_inputs(const void *a, const void *b)
{
    const sweep_about_t *x = &((const sweep_listed_t *)a)->about, *y = &((const sweep_listed_t *)b)->about;
    if (x->inputs != y->inputs) return x->inputs < y->inputs ? -1 : 1;
    return x->finished < y->finished ? -1 : x->finished > y->finished;
}

/* Prints rows with the same inputs and other cycles; each beside the oldest of its inputs. */
static int compare(sweep_rows_t *rows)
{
    uint32_t pairs = 0, differ = 0, first = 0;
    qsort(rows->row, rows->count, sizeof *rows->row, by_inputs);
    for (uint32_t i = 1; i < rows->count; i++) {
        const sweep_listed_t *a = &rows->row[first], *b = &rows->row[i];
        if (a->about.inputs != b->about.inputs) first = i;
        if (first == i || a->about.program == b->about.program) continue;
        pairs++;
        if (a->result.cycles == b->result.cycles) continue;
        differ++;
        printf("%s, %s: %" PRIu64 " cycles by %016" PRIx64 ", %" PRIu64 " by %016" PRIx64 " (%+.2f %%)\n",
               a->about.what, a->result.label, a->result.cycles, a->about.program, b->result.cycles, b->about.program,
               100.0 * ((double)b->result.cycles / (double)a->result.cycles - 1));
    }
    printf("%u pairs of rows with the same inputs and different programs; %u differ in cycles\n", pairs, differ);
    return differ ? UI_FAILED : UI_OK;
}

static bool prune(const request_t *q, const sweep_rows_t *rows, err_t *err)
{
    const uint64_t now = (uint64_t)time(NULL), seconds = q->days * 24 * 3600;
    uint32_t removed = 0, kept = 0;
    for (uint32_t i = 0; i < rows->count; i++) kept += rows->row[i].about.program == q->program;
    if (q->keep && !kept)
        return err_set(err, q->folder[0], 0, "has no row of program %s; allowed: one of those of ctadel rows list",
                       q->keep);
    for (uint32_t i = 0; i < rows->count; i++) {
        const sweep_listed_t *r = &rows->row[i];
        char path[RUN_PATH_BYTES + 320];
        const bool old = q->older && r->about.finished + seconds < now;
        if (r->about.program == q->program && !old) continue;
        snprintf(path, sizeof path, "%s/%s", q->folder[0], r->name);
        if (q->dry_run) printf("%s\n", path);
        else if (unlink(path) != 0 && errno != ENOENT) /* another host may remove it as well */
            return err_set(err, path, 0, "cannot be removed: %s", strerror(errno));
        removed++;
    }
    printf("%u of %u rows %s; %s of program %016" PRIx64 " stay\n", removed, rows->count,
           q->dry_run ? "would be removed" : "removed", q->older ? "newer ones" : "those", q->program);
    return true;
}

/* A folder without rows is a mistake: mostly that of the sweep, which has them in its folder rows. */
static bool add_rows(const char *folder, sweep_rows_t *rows, err_t *err)
{
    char inside[RUN_PATH_BYTES + 8], hint[RUN_PATH_BYTES + 32] = "";
    const uint32_t before = rows->count, damaged = rows->damaged;
    if (!sweep_rows_read(folder, rows, err)) return false;
    snprintf(inside, sizeof inside, "%.*s/rows", RUN_PATH_BYTES - 1, folder);
    if (access(inside, F_OK) == 0) snprintf(hint, sizeof hint, "; did you mean %s", inside);
    if (rows->damaged > damaged)
        fprintf(stderr, "ctadel: note: %s: %u damaged row%s; the next sweep repeats the run\n", folder,
                rows->damaged - damaged, rows->damaged - damaged == 1 ? "" : "s");
    return rows->count > before || rows->damaged > damaged || err_set(err, folder, 0, "has no rows%s", hint);
}

int cmd_rows(int argc, char **argv)
{
    request_t q;
    sweep_rows_t rows = {0};
    err_t err = {{0}};
    int code = UI_OK;
    bool ok = parse(&q, argc, argv, &err);
    if (ok && q.help) {
        print_help(stdout);
        return UI_OK;
    }
    for (uint32_t i = 0; ok && i < q.folders; i++) ok = add_rows(q.folder[i], &rows, &err);
    if (ok && strcmp(q.what, "list") == 0) list(&rows);
    else if (ok && strcmp(q.what, "compare") == 0) code = compare(&rows);
    else if (ok) ok = prune(&q, &rows, &err);
    sweep_rows_free(&rows);
    return ok ? code : ui_fail(&err);
}
