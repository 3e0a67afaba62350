/* pareto_costs.c - reads the synth.csv of ctadel synth: name, size and area of each design. */
#include "cost/pareto.h"

#include "base/infile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 64 };

typedef enum { KIND, NAME, SMS, SLOTS, WARPS, NAND2, NEEDED, LIBRARY = NEEDED, VERSION, FIELDS } field_t;
static const char *const names[FIELDS] = {"kind", "name", "sms", "slots", "warps", "nand2_eq", "library", "version"};

typedef struct {
    const char *path;
    uint32_t line, cells;
    uint32_t at[FIELDS]; /* the column that holds a field; cells: none, of LIBRARY and VERSION */
} reader_t;

static bool read_head(reader_t *r, char *const *cell, err_t *err)
{
    if (r->cells > COLUMNS_MAX)
        return err_set(err, r->path, 1, "found more than %d columns; allowed: up to %d", COLUMNS_MAX, COLUMNS_MAX);
    for (uint32_t f = 0; f < FIELDS; f++) {
        uint32_t i = 0;
        while (i < r->cells && strcmp(cell[i], names[f]) != 0) i++;
        if (i == r->cells && f < NEEDED)
            return err_set(err, r->path, 1,
                           "has no column '%s'; ctadel synth writes such a file, "
                           "DIR/synth.csv",
                           names[f]);
        r->at[f] = i;
    }
    return true;
}

static bool read_count(const reader_t *r, field_t f, char *const *cell, uint32_t *value, err_t *err)
{
    uint64_t n;
    if (!ui_number(cell[r->at[f]], UINT16_MAX, &n) || n == 0)
        return err_set(err, r->path, r->line, "%s is '%.40s'; allowed: a whole number above 0", names[f],
                       cell[r->at[f]]);
    *value = (uint32_t)n;
    return true;
}

static bool read_row(reader_t *r, char *const *cell, pareto_cost_t *c, err_t *err)
{
    const char *area = cell[r->at[NAND2]];
    char *end;
    *c = (pareto_cost_t){.arbiter = !strcmp(cell[r->at[KIND]], "arbiter")};
    if (strlen(cell[r->at[NAME]]) >= sizeof c->name)
        return err_set(err, r->path, r->line, "name is '%.40s...'; allowed: up to %zu letters", cell[r->at[NAME]],
                       sizeof c->name - 1);
    strcpy(c->name, cell[r->at[NAME]]);
    c->nand2 = strtod(area, &end);
    if (!area[0] || *end || !isfinite(c->nand2) || c->nand2 <= 0.0)
        return err_set(err, r->path, r->line, "%s is '%.40s'; allowed: a number above 0", names[NAND2], area);
    return read_count(r, SMS, cell, &c->sms, err) && read_count(r, SLOTS, cell, &c->slots, err) &&
           (!c->arbiter || read_count(r, WARPS, cell, &c->warps, err));
}

/* NULL: the file has no such column. */
static const char *text_of(const reader_t *r, field_t f, char *const *cell)
{
    return r->at[f] < r->cells ? cell[r->at[f]] : NULL;
}

static bool read_lines(pareto_costs_t *c, reader_t *r, FILE *f, err_t *err)
{
    char *line = NULL, *cell[COLUMNS_MAX + 1];
    size_t bytes = 0;
    bool ok = true;
    while (ok && getline(&line, &bytes, f) >= 0) {
        const uint32_t cells = ui_cells(line, cell, COLUMNS_MAX + 1);
        if (++r->line == 1) {
            r->cells = cells;
            ok = read_head(r, cell, err);
        } else if (cells != r->cells) {
            ok = err_set(err, r->path, r->line, "found %u cells; allowed: %u, as line 1 has", cells, r->cells);
        } else if (c->count == PARETO_ROWS_MAX) {
            ok = err_set(err, r->path, r->line, "found more than %d rows; allowed: up to %d", PARETO_ROWS_MAX,
                         PARETO_ROWS_MAX);
        } else if (!strcmp(cell[r->at[KIND]], "dispatcher") || !strcmp(cell[r->at[KIND]], "arbiter")) {
            ok = read_row(r, cell, &c->cost[c->count], err);
            ui_origin_add(&c->origin, NULL, NULL, text_of(r, LIBRARY, cell), text_of(r, VERSION, cell));
            c->count++;
        }
    }
    free(line);
    return ok && (c->count || err_set(err, r->path, 0,
                                      "holds no dispatcher and no arbiter; ctadel synth "
                                      "writes such a file, DIR/synth.csv"));
}

bool pareto_costs_read(pareto_costs_t *c, const char *path, err_t *err)
{
    reader_t r = {.path = path};
    *c = (pareto_costs_t){.path = path, .cost = calloc(PARETO_ROWS_MAX, sizeof *c->cost)};
    if (!c->cost) return err_set(err, NULL, 0, "out of memory");
    FILE *f = infile_open(path);
    if (!f) return err_set(err, path, 0, "cannot be read: %s; ctadel synth writes it", strerror(errno));
    const bool ok = read_lines(c, &r, f, err);
    fclose(f);
    return ok;
}

void pareto_costs_free(pareto_costs_t *c)
{
    free(c->cost);
    *c = (pareto_costs_t){0};
}
