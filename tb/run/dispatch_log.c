/* dispatch_log.c - reads and writes dispatch logs. A log of silicon comes from a user's program, so a row that cannot
 * be compared is an error with its line, never left out. */
#include "run/dispatch_log.h"

#include "base/infile.h"
#include "base/outfile.h"
#include "ui/table.h"
#include "ui/words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 512 };
typedef enum { KERNEL, CTA, SM, START, END, FIELDS } field_t;
static const char *const names[FIELDS] = {"kernel", "cta", "sm", "start", "end"};

typedef struct {
    const char *path;
    uint32_t line, sms;
    dispatch_log_t *log;
    err_t *err;
} reader_t;

dispatch_cta_t *dispatch_log_add(dispatch_log_t *log, uint32_t kernel, uint32_t ctas)
{
    if (kernel >= log->kernels) {
        dispatch_kernel_t *all = realloc(log->kernel, (kernel + 1) * sizeof *all);
        if (!all) return NULL;
        memset(all + log->kernels, 0, (kernel + 1 - log->kernels) * sizeof *all);
        log->kernel = all;
        log->kernels = kernel + 1;
    }
    dispatch_kernel_t *k = &log->kernel[kernel];
    if (!k->cta && (k->cta = calloc(ctas, sizeof *k->cta))) k->ctas = ctas;
    return k->cta;
}

void dispatch_log_free(dispatch_log_t *log)
{
    for (uint32_t k = 0; k < log->kernels; k++) free(log->kernel[k].cta);
    free(log->kernel);
    *log = (dispatch_log_t){0};
}

static bool read_number(const reader_t *r, field_t f, const char *cell, uint64_t *value)
{
    return ui_number(cell, UINT64_MAX, value) ||
           err_set(r->err, r->path, r->line, "%s: found '%.40s'; allowed: a whole number from 0 to %" PRIu64, names[f],
                   cell, UINT64_MAX);
}

/* A number below `count`, the number of `what`. */
static bool in_range(const reader_t *r, field_t f, uint64_t value, uint32_t count, const char *what)
{
    return value < count || err_set(r->err, r->path, r->line, "%s: found '%" PRIu64 "'; allowed: 0 to %" PRIu32 ", %s",
                                    names[f], value, count - 1, what);
}

static bool take_row(const reader_t *r, const uint64_t v[FIELDS])
{
    if (!in_range(r, KERNEL, v[KERNEL], r->log->kernels, "the launches of the workload")) return false;
    const dispatch_kernel_t *k = &r->log->kernel[v[KERNEL]];
    if (!in_range(r, CTA, v[CTA], k->ctas, "the grid of this launch") ||
        !in_range(r, SM, v[SM], r->sms, "the SMs of the machine"))
        return false;
    if (v[END] < v[START])
        return err_set(r->err, r->path, r->line, "end: found '%" PRIu64 "'; allowed: from %" PRIu64 ", the start, on",
                       v[END], v[START]);
    dispatch_cta_t *c = &k->cta[v[CTA]];
    if (c->known)
        return err_set(r->err, r->path, r->line,
                       "found CTA %" PRIu64 " of kernel %" PRIu64 " a second time; allowed: one row for each CTA",
                       v[CTA], v[KERNEL]);
    *c = (dispatch_cta_t){true, (uint32_t)v[SM], v[START], v[END]};
    return true;
}

static bool read_line(const reader_t *r, char *line)
{
    char *cell[FIELDS + 1];
    uint64_t value[FIELDS];
    if (!strchr(line, '\n'))
        return err_set(r->err, r->path, r->line,
                       "found '%.40s' without an end of line; allowed: lines of up to %d "
                       "characters, each with its end",
                       line, LINE_BYTES - 2);
    const uint32_t cells = ui_cells(line, cell, FIELDS + 1);
    bool head = cells == FIELDS;
    for (uint32_t f = 0; head && f < FIELDS; f++) head = strcmp(cell[f], names[f]) == 0;
    if (r->line == 1)
        return head || err_set(r->err, r->path, 1, "found '%.40s'; allowed: the line " DISPATCH_LOG_COLUMNS, cell[0]);
    if (cells != FIELDS)
        return err_set(r->err, r->path, r->line, "found %s%" PRIu32 " fields; allowed: %d, " DISPATCH_LOG_COLUMNS,
                       cells > FIELDS ? "at least " : "", cells, FIELDS);
    for (uint32_t f = 0; f < FIELDS; f++)
        if (!read_number(r, (field_t)f, cell[f], &value[f])) return false;
    return take_row(r, value);
}

static bool check_whole(const reader_t *r)
{
    if (!r->line) return err_set(r->err, r->path, 0, "is empty; allowed: the line " DISPATCH_LOG_COLUMNS ", then rows");
    for (uint32_t k = 0; k < r->log->kernels; k++)
        for (uint32_t c = 0; c < r->log->kernel[k].ctas; c++)
            if (!r->log->kernel[k].cta[c].known)
                return err_set(r->err, r->path, r->line,
                               "the file ends without CTA %" PRIu32 " of kernel %" PRIu32
                               "; allowed: a row for each of its %" PRIu32 " CTAs",
                               c, k, r->log->kernel[k].ctas);
    return true;
}

bool dispatch_log_read(dispatch_log_t *log, uint32_t sms, const char *path, err_t *err)
{
    char line[LINE_BYTES];
    reader_t r = {.path = path, .sms = sms, .log = log, .err = err};
    FILE *f = infile_open(path);
    if (!f) return err_set(err, path, 0, "cannot be read: %s; give a dispatch log", strerror(errno));
    bool ok = true;
    while (ok && fgets(line, sizeof line, f)) {
        r.line++;
        ok = read_line(&r, line);
    }
    fclose(f);
    return ok && check_whole(&r);
}

bool dispatch_log_write(const dispatch_log_t *log, const char *path, err_t *err)
{
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    FILE *f = outfile_stream(o);
    fputs(DISPATCH_LOG_COLUMNS "\n", f);
    for (uint32_t k = 0; k < log->kernels; k++)
        for (uint32_t c = 0; c < log->kernel[k].ctas; c++) {
            const dispatch_cta_t *cta = &log->kernel[k].cta[c];
            if (cta->known)
                fprintf(f, "%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 "\n", k, c, cta->sm, cta->start,
                        cta->end);
        }
    return outfile_commit(o, err);
}
