/* trace_sass.c - reads the table of SASS opcodes, a data file with unit, latency class, operation and space of each. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIELDS = 6, ROWS_MAX = 4096, WORD_CHARS = 24 };

struct trace_sass {
    uint32_t rows;
    trace_sass_row_t row[ROWS_MAX];
};

typedef struct {
    const char *word;
    uint8_t value;
} word_t;

static const word_t units[] = {{"sp", UNIT_SP},         {"dp", UNIT_DP},           {"sfu", UNIT_SFU},
                               {"ldst", UNIT_LDST},     {"none", UNIT_NONE},       {"texture", UNIT_TEXTURE},
                               {"tensor", UNIT_TENSOR}, {"uniform", UNIT_UNIFORM}, {NULL, 0}};
/* The classes of special units are, on a machine without such a unit, these ones. */
static const word_t lats[] = {{"int", LAT_INT},     {"imul", LAT_IMUL}, {"fp", LAT_FP},       {"dp", LAT_DP},
                              {"sfu", LAT_SFU},     {"div", LAT_DIV},   {"texture", LAT_INT}, {"tensor", LAT_FP},
                              {"uniform", LAT_INT}, {NULL, 0}};
enum { OP_UNMODELLED = 0xff };
static const word_t ops[] = {
    {"alu", WI_ALU}, {"branch", WI_BRANCH},   {"load", WI_LOAD},   {"store", WI_STORE}, {"atom", WI_ATOM},
    {"red", WI_RED}, {"barrier", WI_BARRIER}, {"fence", WI_FENCE}, {"exit", WI_EXIT},   {"unmodelled", OP_UNMODELLED},
    {NULL, 0}};
enum { SPACE_GENERIC = 0xff };
static const word_t spaces[] = {{"-", SPACE_NONE},
                                {"global", SPACE_GLOBAL},
                                {"shared", SPACE_SHARED},
                                {"const", SPACE_CONST},
                                {"local", SPACE_LOCAL},
                                {"generic", SPACE_GENERIC},
                                {NULL, 0}};

typedef char field_t[WORD_CHARS];

static bool lookup(const trace_text_t *t, const trace_line_t *line, const word_t *table, const char *what,
                   const char *found, uint8_t *value, err_t *err)
{
    char list[160] = "";
    size_t used = 0;
    for (uint32_t i = 0; table[i].word; i++) {
        if (strcmp(table[i].word, found) != 0) continue;
        *value = table[i].value;
        return true;
    }
    for (uint32_t i = 0; table[i].word; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", table[i].word);
    return trace_text_error(t, line->offset, err, "%s: found '%s'; allowed: %s", what, found, list);
}

/* "all", "70", "70-90" */
static bool versions(const char *text, trace_sass_row_t *r)
{
    const char *end = text + strlen(text), *dash = strchr(text, '-');
    uint64_t from = 0, to = UINT32_MAX;
    if (strcmp(text, "all") != 0) {
        const char *at = text, *second = dash ? dash + 1 : text;
        if (!scan_decimal(&at, dash ? dash : end, &from) || !scan_decimal(&second, end, &to)) return false;
    }
    r->from = (uint32_t)from;
    r->to = (uint32_t)to;
    return from <= to && to <= UINT32_MAX;
}

static bool read_row(const trace_text_t *t, const trace_line_t *line, trace_sass_row_t *r, err_t *err)
{
    field_t f[FIELDS];
    const char *at = line->at;
    uint32_t n = 0;
    for (; at < line->end; n++) {
        const char *end = scan_field_end(at, line->end);
        if (n == FIELDS || end - at >= WORD_CHARS) break;
        memcpy(f[n], at, (size_t)(end - at));
        f[n][end - at] = '\0';
        at = scan_skip(end, line->end);
    }
    if (n != FIELDS || at < line->end)
        return trace_text_error(t, line->offset, err, "found '%s'; allowed: opcode versions unit latency op space",
                                trace_shown(line->at, line->end).text);
    *r = (trace_sass_row_t){0};
    strcpy(r->name, f[0]);
    if (!versions(f[1], r))
        return trace_text_error(t, line->offset, err, "versions: found '%s'; allowed: all, 70, 70-90", f[1]);
    if (!lookup(t, line, units, "unit", f[2], &r->unit, err) || !lookup(t, line, lats, "latency", f[3], &r->lat, err) ||
        !lookup(t, line, ops, "op", f[4], &r->op, err) || !lookup(t, line, spaces, "space", f[5], &r->space, err))
        return false;
    r->generic = r->space == SPACE_GENERIC;
    if (r->generic) r->space = SPACE_GLOBAL;
    r->unmodelled = r->op == OP_UNMODELLED;
    if (r->unmodelled) r->op = WI_ALU;
    if (r->unit == UNIT_TEXTURE || r->unit == UNIT_TENSOR || r->unit == UNIT_UNIFORM) {
        r->special = r->unit;
        r->unit = UNIT_SP;
    }
    const bool memory = r->op >= WI_LOAD && r->op <= WI_RED;
    if (memory != (r->space != SPACE_NONE) || memory != (r->unit == UNIT_LDST))
        return trace_text_error(t, line->offset, err,
                                "%s: op, unit and space do not match; allowed: load, store, atom and red with unit "
                                "ldst and a space, other ops with neither",
                                r->name);
    return true;
}

static bool read_rows(trace_sass_t *s, const trace_text_t *t, trace_lines_t *l, err_t *err)
{
    trace_line_t line;
    while (trace_lines_next(l, &line, err)) {
        if (*line.at == '#') continue;
        if (s->rows == ROWS_MAX)
            return trace_text_error(t, line.offset, err, "more than the %d rows allowed", ROWS_MAX);
        if (!read_row(t, &line, &s->row[s->rows], err)) return false;
        s->rows++;
    }
    if (err->text[0]) return false;
    return s->rows || err_set(err, trace_text_path(t), 0, "has no opcodes; expected at least one row");
}

trace_sass_t *trace_sass_load(const char *path, err_t *err)
{
    trace_text_t *t = trace_text_open(path, 0, err);
    trace_lines_t *l = t ? trace_lines_open(t, err) : NULL;
    trace_sass_t *s = l ? calloc(1, sizeof *s) : NULL;
    if (l && !s) err_set(err, path, 0, "out of memory");
    if (s && !read_rows(s, t, l, err)) {
        free(s);
        s = NULL;
    }
    trace_lines_close(l);
    trace_text_close(t);
    return s;
}

void trace_sass_destroy(trace_sass_t *s) { free(s); }

const trace_sass_row_t *trace_sass_find(const trace_sass_t *s, const char *name, size_t chars, uint32_t binary,
                                        bool *known)
{
    static const trace_sass_row_t integer = {
        .name = "integer ALU", .unit = UNIT_SP, .lat = LAT_INT, .op = WI_ALU, .space = SPACE_NONE};
    const trace_sass_row_t *best = &integer;
    size_t longest = 0;
    for (uint32_t i = 0; i < s->rows; i++) {
        const trace_sass_row_t *r = &s->row[i];
        const size_t n = strlen(r->name);
        if (n <= longest || n > chars || memcmp(r->name, name, n) != 0) continue;
        if (binary < r->from || binary > r->to) continue;
        best = r;
        longest = n;
    }
    *known = longest == chars;
    return best;
}
