/* sweep_runs.c - memory of a sweep's jobs; writes and reads runs.csv. */
#include "experiment/sweep_fields.h"

#include "base/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 512 };

sweep_job_t *sweep_jobs_create(uint32_t count) { return pool_jobs_create(count, sizeof(sweep_job_t)); }

void sweep_jobs_destroy(sweep_job_t *jobs, uint32_t count) { pool_jobs_destroy(jobs, count, sizeof *jobs); }

/* Writes a real number with 15 digits if these read back to the same value, otherwise with 17. */
static void csv_value(FILE *f, const json_t *value)
{
    char text[32];
    const double real = json_real_value(value);
    if (json_is_string(value)) fprintf(f, "\"%s\"", json_string_value(value));
    if (json_is_integer(value)) fprintf(f, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (!json_is_real(value)) return;
    snprintf(text, sizeof text, "%.15g", real);
    fprintf(f, strtod(text, NULL) == real ? "%.15g" : "%.17g", real);
}

/* The size is part of a workload's name where the experiment has it at several sizes. */
static void csv_workload(const sweep_experiment_t *e, uint32_t job, run_result_t *r)
{
    const uint32_t w = job % sweep_cells(e) / e->columns;
    char stem[64];
    if (!sweep_same_workload(e, w, false)) return;
    sweep_stem(e->workloads.word[w], stem);
    snprintf(r->workload, sizeof r->workload, "%s", stem);
}

bool sweep_row_csv(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t count, const char *path, err_t *err)
{
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    FILE *f = outfile_stream(o);
    fputs("run", f);
    for (size_t i = 0; i < sweep_field_count; i++) fprintf(f, ",%s", sweep_fields[i].name);
    fputc('\n', f);
    for (uint32_t j = 0; j < count; j++) {
        run_opts_t opts;
        char head[RUN_HEAD_BYTES];
        err_t none = {{0}};
        if (jobs[j].job.state == POOL_ERROR || jobs[j].result.failed[0]) continue;
        sweep_experiment_options(e, &jobs[j], &opts, head, &none);
        run_result_t r = jobs[j].result;
        csv_workload(e, j, &r);
        fprintf(f, "\"%s\"", head);
        for (size_t i = 0; i < sweep_field_count; i++) {
            json_t *value = sweep_field_json(i, &r);
            fputc(',', f);
            csv_value(f, value);
            json_decref(value);
        }
        fputc('\n', f);
    }
    return outfile_commit(o, err);
}

static bool read_cell(size_t field, const char *text, run_result_t *r)
{
    char *at = (char *)r + sweep_fields[field].offset, *end;
    errno = 0;
    const uint64_t number = strtoull(text, &end, 10);
    const bool whole = text[0] && text[0] != '-' && !*end && !errno;
    const uint32_t narrow = (uint32_t)number;
    switch (sweep_fields[field].type) {
    case ROW_U64: memcpy(at, &number, sizeof number); return whole;
    case ROW_U32: memcpy(at, &narrow, sizeof narrow); return whole && number <= UINT32_MAX;
    case ROW_TEXT:
        if (strlen(text) >= sweep_field_room(field)) return false;
        strcpy(at, text);
        return true;
    default: break;
    }
    const double real = strtod(text, &end);
    memcpy(at, &real, sizeof real);
    return text[0] && !*end;
}

typedef struct {
    sweep_experiment_t *e;
    const char *path;
    FILE *f;
    char *line;
    size_t bytes;
    unsigned number;
    uint32_t cells;          /* number of cells of the head line */
    size_t field[CELLS_MAX]; /* field of each cell; sweep_field_count: unknown, ignored */
    uint32_t head_cell;
} csv_t;

static bool next_line(csv_t *c, char *cell[CELLS_MAX], uint32_t *count)
{
    if (getline(&c->line, &c->bytes, c->f) < 0) return false;
    c->number++;
    *count = ui_cells(c->line, cell, CELLS_MAX);
    return true;
}

static bool read_head(csv_t *c, err_t *err)
{
    char *cell[CELLS_MAX];
    bool there[CELLS_MAX] = {false};
    if (!next_line(c, cell, &c->cells) || strcmp(cell[0], "run") != 0)
        return err_set(err, c->path, 1, "does not begin with 'run'; runs.csv of ctadel sweep is expected");
    for (uint32_t i = 1; i < c->cells; i++) {
        size_t f = 0;
        while (f < sweep_field_count && strcmp(sweep_fields[f].name, cell[i]) != 0) f++;
        c->field[i] = f;
        if (f < sweep_field_count) there[f] = true;
    }
    for (size_t f = 0; f < sweep_field_count; f++)
        if (!there[f]) return err_set(err, c->path, 1, "has no column %s; run the sweep again", sweep_fields[f].name);
    return true;
}

static uint32_t workload_index(const sweep_experiment_t *e, const char *word)
{
    uint32_t w = 0;
    while (w < e->workloads.count && strcmp(e->workloads.word[w], word) != 0) w++;
    return w;
}

/* Index of the gap; e->gaps: no such gap. */
static uint32_t gap_index(const sweep_experiment_t *e, uint32_t bytes)
{
    uint32_t g = 0;
    while (g < e->gaps && e->gap_bytes[g] != bytes) g++;
    return g;
}

static bool read_run(csv_t *c, char *cell[CELLS_MAX], uint32_t count, run_result_t *r, err_t *err)
{
    memset(r, 0, sizeof *r);
    if (count != c->cells)
        return err_set(err, c->path, c->number, "has %u cells; %u as in line 1 are expected", count, c->cells);
    for (uint32_t i = 1; i < count; i++)
        if (c->field[i] < sweep_field_count && !read_cell(c->field[i], cell[i], r))
            return err_set(err, c->path, c->number, "%s is '%.40s', which no run gives; run the sweep again",
                           sweep_fields[c->field[i]].name, cell[i]);
    return true;
}

/* Adds workload and gap of a run to the experiment. */
static bool note_run(csv_t *c, const run_result_t *r, err_t *err)
{
    sweep_experiment_t *e = c->e;
    if (workload_index(e, r->workload) == e->workloads.count)
        ui_words_add(&e->workloads, r->workload, strlen(r->workload));
    if (gap_index(e, r->gap_bytes) < e->gaps) return true;
    if (e->gaps == SWEEP_GAPS_MAX)
        return err_set(err, c->path, c->number, "more than the %d gaps allowed", SWEEP_GAPS_MAX);
    e->gap_bytes[e->gaps++] = r->gap_bytes;
    return true;
}

static void keep_run(const sweep_experiment_t *e, sweep_job_t *jobs, const char *head, const run_result_t *r)
{
    const uint32_t column = sweep_column(e, head), g = gap_index(e, r->gap_bytes);
    if (column == e->columns) return;
    sweep_job_t *j = &jobs[g * sweep_cells(e) + workload_index(e, r->workload) * e->columns + column];
    j->result = *r;
    j->job.state = POOL_KEPT;
}

/* Reads the file. First pass (jobs NULL): collects workloads and gaps. Second pass: stores the runs. Runs of columns
 * that the experiment lacks are ignored. */
static bool pass(csv_t *c, sweep_job_t *jobs, err_t *err)
{
    char *cell[CELLS_MAX];
    uint32_t count;
    run_result_t *r = malloc(sizeof *r);
    bool ok = r || err_set(err, NULL, 0, "out of memory");
    rewind(c->f);
    c->number = 0;
    ok = ok && read_head(c, err);
    while (ok && next_line(c, cell, &count) && (ok = read_run(c, cell, count, r, err))) {
        if (jobs) keep_run(c->e, jobs, cell[0], r);
        else if (!(ok = note_run(c, r, err))) break;
    }
    free(r);
    return ok;
}

sweep_job_t *sweep_row_csv_read(sweep_experiment_t *e, const char *path, err_t *err)
{
    csv_t c = {.e = e, .path = path, .f = fopen(path, "r")};
    if (!c.f) {
        err_set(err, path, 0, "cannot be read: %s; ctadel sweep writes it", strerror(errno));
        return NULL;
    }
    sweep_job_t *jobs = NULL;
    ui_words_free(&e->workloads);
    e->gaps = 0;
    bool ok = pass(&c, NULL, err);
    if (ok && !e->workloads.count) ok = err_set(err, path, 0, "has no run; run the sweep again");
    const uint32_t count = sweep_cells(e) * e->gaps;
    if (ok && !(jobs = sweep_jobs_create(count))) ok = err_set(err, NULL, 0, "out of memory");
    for (uint32_t i = 0; ok && i < count; i++) jobs[i].job.state = POOL_ERROR;
    ok = ok && pass(&c, jobs, err);
    if (!ok) {
        sweep_jobs_destroy(jobs, count);
        jobs = NULL;
    }
    free(c.line);
    fclose(c.f);
    return jobs;
}
