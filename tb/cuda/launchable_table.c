/* launchable_table.c - the table of `ctadel launchable`: a verdict for each grid. */
#include "cuda/launchable_internal.h"

#include "app/app.h"
#include "base/outfile.h"

#include <inttypes.h>

typedef enum { RESIDENT, IN_TURNS, WAITS, HANGS, STOPPED, REFUSED, VERDICTS } verdict_t;
static const struct {
    const char *word, *text;
} verdicts[VERDICTS] = {
    [RESIDENT] = {"resident", "all CTAs can be resident at once"},
    [IN_TURNS] = {"in turns", "CTAs begin as others end, and none was seen to wait for another one"},
    [WAITS] = {"waits", "not all at once, and a CTA waited for another one, which could be dispatched: it ended"},
    [HANGS] = {"hangs", "the resident CTAs wait for ever, as a line above says"},
    [STOPPED] = {"stopped", "the run stopped in it, for the reason in a line above"},
    [REFUSED] = {"refused", "a cooperative launch of more CTAs than the machine holds at once, or a line above says "
                            "why"},
};

static const char *const heads[] = {"kernel",   "grid", "block",   "shared bytes", "cluster", "SMs",
                                    "launches", "CTAs", "at once", "bound",        "seen",    "verdict"};
enum { COLUMNS = sizeof heads / sizeof heads[0], SHAPE_BYTES = 40 };

static verdict_t verdict_of(const grid_row_t *r)
{
    if (r->hangs) return HANGS;
    if (r->stopped) return STOPPED;
    if (r->refused) return REFUSED;
    return r->resident ? RESIDENT : r->waited ? WAITS : IN_TURNS;
}

/* "128", "128,2"; as all extents are 0: "-" */
static void shape(char text[SHAPE_BYTES], const uint32_t n[3])
{
    if (!n[0]) snprintf(text, SHAPE_BYTES, "-");
    else if (n[2] > 1) snprintf(text, SHAPE_BYTES, "%u,%u,%u", n[0], n[1], n[2]);
    else if (n[1] > 1) snprintf(text, SHAPE_BYTES, "%u,%u", n[0], n[1]);
    else snprintf(text, SHAPE_BYTES, "%u", n[0]);
}

static void fill_row(ui_table_t *t, uint32_t row, const grid_row_t *r)
{
    char text[SHAPE_BYTES];
    uint32_t c = 0;
    const uint32_t *const shapes[] = {r->grid, r->block, r->cluster};
    ui_table_set(t, row, c++, "%s", r->name);
    for (uint32_t i = 0; i < 3; i++) {
        if (i == 2) ui_table_set(t, row, c++, "%" PRIu32, r->smem_bytes);
        shape(text, shapes[i]);
        ui_table_set(t, row, c++, "%s", text);
    }
    ui_table_set(t, row, c++, "%" PRIu32, r->sms);
    ui_table_set(t, row, c++, "%" PRIu64, r->launches);
    ui_table_set(t, row, c++, "%" PRIu64, r->ctas);
    ui_table_set(t, row, c++, "%" PRIu64, r->at_once.ctas);
    ui_table_set(t, row, c++, "%s", r->at_once.bound);
    ui_table_set(t, row, c++, "%" PRIu64, r->seen);
    ui_table_set(t, row, c++, "%s", verdicts[verdict_of(r)].word);
}

static ui_table_t *make_table(const cuda_launchable_t *l)
{
    uint32_t rows = 1;
    for (const grid_row_t *r = l->first; r; r = r->next) rows++;
    ui_table_t *t = ui_table_create(rows, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    rows = 1;
    for (const grid_row_t *r = l->first; r; r = r->next) fill_row(t, rows++, r);
    return t;
}

static void print(const cuda_launchable_t *l, const ui_table_t *t, const ui_origin_t *origin, FILE *f)
{
    char text[UI_ORIGIN_TEXT_BYTES];
    bool used[VERDICTS] = {false};
    for (const grid_row_t *r = l->first; r; r = r->next) used[verdict_of(r)] = true;
    ui_table_print(t, f, ui_colour(f));
    fputc('\n', f);
    for (uint32_t v = 0; v < VERDICTS; v++)
        if (used[v]) fprintf(f, "%s: %s\n", verdicts[v].word, verdicts[v].text);
    ui_origin_text(origin, text);
    fprintf(f, "%s, --place %s --limit %s --gate %s", text, cosim_policy_words(l->opts, POLICY_PLACE),
            cosim_policy_words(l->opts, POLICY_LIMIT), cosim_policy_words(l->opts, POLICY_GATE));
    fputs(l->first && !l->first->at_once.fixed ? "; these allow fewer CTAs at times, so resident means: seen\n" : "\n",
          f);
}

static bool write_table(const cuda_launchable_t *l, const ui_table_t *t, const ui_origin_t *origin, err_t *err)
{
    if (!l->opts->table) {
        fflush(stdout);
        print(l, t, origin, stderr);
        return true;
    }
    outfile_t *o = outfile_open(l->opts->table, err);
    if (!o) return false;
    print(l, t, origin, outfile_stream(o));
    return outfile_commit(o, err);
}

bool cuda_launchable_write(const cuda_launchable_t *l, err_t *err)
{
    ui_origin_t origin = {.machine = ""};
    if (!l || !l->first) return true;
    ui_origin_add(&origin, l->machine->name, NULL, NULL, ui_version());
    ui_table_t *t = make_table(l);
    bool ok = write_table(l, t, &origin, err) && (!l->opts->csv || ui_table_csv(t, &origin, l->opts->csv, err));
    for (const grid_row_t *r = l->first; r; r = r->next) ok = ok && verdict_of(r) < HANGS;
    ui_table_destroy(t);
    return ok;
}
