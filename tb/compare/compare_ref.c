/* compare_ref.c - reads a reference table (CSV): kernel, warp scheduler and CTA limit of each run, and what the
 * hardware or another simulator measured. */
#include "compare/compare.h"

#include "base/infile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UTF8_MARK "\xef\xbb\xbf" /* which spreadsheets write first */
enum { COLUMNS_MAX = 64, ROWS_MAX = 4096, LINE_MAX_BYTES = 8192 };

typedef enum { KERNEL, SCHED, CTAS, CYCLES, L1, L2, LOCALITY, BUS, FIELDS, SKIPPED } field_t;
static const char *const names[FIELDS] = {"kernel",       "sched",       "cta_limit",    "cycles",
                                          "l1r_missrate", "l2_missrate", "row_locality", "dram_bwutil"};

typedef struct {
    const char *path;
    uint32_t line, columns;
    field_t of[COLUMNS_MAX]; /* the field that column i of the file holds */
} reader_t;

static bool read_head(reader_t *r, char *line, err_t *err)
{
    char *cell[COLUMNS_MAX + 1];
    uint32_t seen = 0;
    r->columns = ui_cells(line, cell, COLUMNS_MAX + 1);
    if (r->columns > COLUMNS_MAX)
        return err_set(err, r->path, 1, "found more than %d columns; allowed: up to %d", COLUMNS_MAX, COLUMNS_MAX);
    for (uint32_t i = 0; i < r->columns; i++) {
        uint32_t f = 0;
        while (f < FIELDS && strcmp(cell[i], names[f]) != 0) f++;
        r->of[i] = f < FIELDS ? (field_t)f : SKIPPED;
        if (f < FIELDS) seen |= 1u << f;
    }
    for (uint32_t f = 0; f < FIELDS; f++)
        if (!(seen >> f & 1))
            return err_set(err, r->path, 1, "no column '%s'; the first line must name the columns", names[f]);
    return true;
}

/* A kernel's name is the name of its folder of traces, so it must not lead to another folder. */
static bool read_word(const reader_t *r, field_t f, const char *cell, char *word, err_t *err)
{
    const size_t chars = strlen(cell);
    if (chars == 0 || chars >= COMPARE_WORD_BYTES || cell[0] == '.' || strchr(cell, '/'))
        return err_set(err, r->path, r->line, "%s is '%.40s'; allowed: a word of up to %d letters", names[f], cell,
                       COMPARE_WORD_BYTES - 1);
    strcpy(word, cell);
    return true;
}

static bool read_number(const reader_t *r, field_t f, const char *cell, double *value, err_t *err)
{
    char *end;
    *value = strtod(cell, &end);
    if (cell[0] && !*end && (f == CYCLES ? *value > 0.0 && isfinite(*value) : !(*value < 0.0))) return true;
    return err_set(err, r->path, r->line, "%s is '%.40s'; allowed: a number %s", names[f], cell,
                   f == CYCLES ? "above 0" : "from 0");
}

static bool read_cell(const reader_t *r, field_t f, const char *cell, compare_row_t *row, err_t *err)
{
    uint64_t ctas;
    switch (f) {
    case KERNEL: return read_word(r, f, cell, row->kernel, err);
    case SCHED: return read_word(r, f, cell, row->sched, err);
    case CYCLES: return read_number(r, f, cell, &row->cycles, err);
    case L1: return read_number(r, f, cell, &row->l1_miss, err);
    case L2: return read_number(r, f, cell, &row->l2_miss, err);
    case LOCALITY: return read_number(r, f, cell, &row->row_locality, err);
    case BUS: return read_number(r, f, cell, &row->bus_share, err);
    case CTAS:
        if (!ui_number(cell, SCHED_SLOTS_MAX, &ctas) || ctas == 0)
            return err_set(err, r->path, r->line, "%s is '%.40s'; allowed: 1 to %d", names[f], cell, SCHED_SLOTS_MAX);
        row->ctas = (uint32_t)ctas;
        return true;
    case FIELDS:
    case SKIPPED: break;
    }
    return true;
}

static bool read_row(const reader_t *r, char *line, compare_row_t *row, err_t *err)
{
    char *cell[COLUMNS_MAX + 1], where[RUN_WHERE_BYTES];
    run_opts_t o = {0};
    *row = (compare_row_t){.line = r->line};
    const uint32_t cells = ui_cells(line, cell, COLUMNS_MAX + 1);
    if (cells != r->columns)
        return err_set(err, r->path, r->line, "found %u cells; allowed: %u, as line 1 has", cells, r->columns);
    for (uint32_t i = 0; i < r->columns; i++)
        if (!read_cell(r, r->of[i], cell[i], row, err)) return false;
    snprintf(where, sizeof where, "%s:%u: sched", r->path, r->line);
    const char *word = strcmp(row->sched, "two_level") == 0 ? "tl_clocked" : row->sched;
    if (!run_option_set(&o, "warp", word, where, err)) return false;
    row->warp = o.warp;
    return true;
}

static bool read_lines(compare_ref_t *ref, reader_t *r, FILE *f, err_t *err)
{
    char line[LINE_MAX_BYTES];
    bool ok = true;
    while (ok && fgets(line, sizeof line, f)) {
        r->line++;
        if (!strchr(line, '\n') && !feof(f))
            ok = err_set(err, r->path, r->line,
                         "found a line longer than %d characters, or one with a zero byte; allowed: a CSV table",
                         LINE_MAX_BYTES - 2);
        else if (r->line == 1) ok = read_head(r, line + (strncmp(line, UTF8_MARK, 3) ? 0 : 3), err);
        else if (strspn(line, " \t\r\n") == strlen(line)) continue;
        else if (ref->count == ROWS_MAX)
            ok = err_set(err, r->path, r->line, "found more than %d rows; allowed: up to %d", ROWS_MAX, ROWS_MAX);
        else ok = read_row(r, line, &ref->row[ref->count++], err);
    }
    return ok && (ref->count || err_set(err, r->path, 0, "found no rows; allowed: at least one"));
}

bool compare_ref_read(compare_ref_t *ref, const char *path, err_t *err)
{
    reader_t r = {.path = path};
    *ref = (compare_ref_t){.row = calloc(ROWS_MAX, sizeof *ref->row)};
    if (!ref->row) return err_set(err, NULL, 0, "out of memory");
    FILE *f = infile_open(path);
    if (!f)
        return err_set(err, path, 0, "cannot be read: %s; give a CSV table as --help describes it", strerror(errno));
    const bool ok = read_lines(ref, &r, f, err);
    fclose(f);
    return ok;
}

void compare_ref_free(compare_ref_t *ref)
{
    free(ref->row);
    *ref = (compare_ref_t){0};
}
