/* table.c - tables with cells of fixed size; a printed column is as wide as its widest cell. */
#include "ui/table.h"
#include "ui/exit.h"

#include "base/outfile.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CELL_BYTES = 64, GAP = 2 };

struct ui_table {
    uint32_t rows, columns;
    char cell[][CELL_BYTES]; /* row by row */
};

ui_table_t *ui_table_create(uint32_t rows, uint32_t columns)
{
    ui_table_t *t = calloc(1, sizeof *t + (size_t)rows * columns * CELL_BYTES);
    if (!t) {
        fputs("out of memory\n", stderr);
        exit(UI_FAILED);
    }
    t->rows = rows;
    t->columns = columns;
    return t;
}

void ui_table_destroy(ui_table_t *t) { free(t); }

void ui_table_set(ui_table_t *t, uint32_t row, uint32_t column, const char *fmt, ...)
{
    assert(row < t->rows && column < t->columns);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(t->cell[row * t->columns + column], CELL_BYTES, fmt, ap);
    va_end(ap);
}

uint32_t ui_table_rows(const ui_table_t *t) { return t->rows; }

uint32_t ui_table_columns(const ui_table_t *t) { return t->columns; }

const char *ui_table_cell(const ui_table_t *t, uint32_t row, uint32_t column)
{
    assert(row < t->rows && column < t->columns);
    return t->cell[row * t->columns + column];
}

bool ui_colour(FILE *f)
{
    const char *no = getenv("NO_COLOR");
    return isatty(fileno(f)) && !(no && no[0]);
}

static int column_width(const ui_table_t *t, uint32_t column)
{
    size_t width = 0;
    for (uint32_t r = 0; r < t->rows; r++) {
        size_t chars = strlen(t->cell[r * t->columns + column]);
        if (chars > width) width = chars;
    }
    return (int)width;
}

static const char *cell_colour(uint32_t row, const char *cell)
{
    if (row == 0) return "\033[1m";
    if (strstr(cell, "FAIL")) return "\033[31m";
    return strcmp(cell, "pass") == 0 ? "\033[32m" : NULL;
}

/* Number of cells of a row, without empty ones at the end. */
static uint32_t cells_used(const ui_table_t *t, uint32_t row)
{
    uint32_t used = t->columns;
    while (used > 1 && !t->cell[row * t->columns + used - 1][0]) used--;
    return used;
}

void ui_table_print(const ui_table_t *t, FILE *f, bool colour)
{
    for (uint32_t r = 0; r < t->rows; r++) {
        const uint32_t used = cells_used(t, r);
        for (uint32_t c = 0; c < used; c++) {
            const char *cell = t->cell[r * t->columns + c];
            const char *on = colour ? cell_colour(r, cell) : NULL;
            int width = column_width(t, c);
            if (on) fputs(on, f);
            if (c == 0) fprintf(f, "%-*s", used > 1 ? width : 0, cell);
            else fprintf(f, "%*s%*s", GAP, "", width, cell);
            if (on) fputs("\033[0m", f);
        }
        fputc('\n', f);
    }
}

uint32_t ui_cells(char *line, char **cell, uint32_t max)
{
    uint32_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; count < max;) {
        const bool quoted = *at == '"';
        cell[count++] = at + quoted;
        at += quoted;
        char *end = at + strcspn(at, quoted ? "\"" : ",");
        const bool more = *end && (!quoted || end[1] == ',');
        if (*end) *end = '\0';
        if (!more) break;
        at = end + 1 + quoted;
    }
    return count;
}

static void put_cell(FILE *f, const char *cell, char after)
{
    const char *quote = strpbrk(cell, ",\"") ? "\"" : "";
    fprintf(f, "%s%s%s%c", quote, cell, quote, after);
}

static void put_origin(FILE *f, const ui_origin_t *o, bool head, bool library)
{
    const struct {
        const char *name, *word;
    } cell[] = {{"machine", o->machine}, {"size", o->size}, {"library", o->library}, {"version", o->version}};
    enum { CELLS = sizeof cell / sizeof cell[0], LIBRARY = 2 };
    for (uint32_t i = 0; i < CELLS; i++)
        if (i != LIBRARY || library)
            put_cell(f, head ? cell[i].name : cell[i].word[0] ? cell[i].word : "-", i + 1 < CELLS ? ',' : '\n');
}

/* origin[row * step] is that of a row. */
static bool write_csv(const ui_table_t *t, const ui_origin_t *origin, size_t step, const char *path, err_t *err)
{
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    FILE *f = outfile_stream(o);
    for (uint32_t r = 0; r < t->rows; r++) {
        for (uint32_t c = 0; c < t->columns; c++)
            put_cell(f, t->cell[r * t->columns + c], c + 1 < t->columns || origin ? ',' : '\n');
        if (origin) put_origin(f, &origin[r * step], r == 0, origin->library[0] != '\0');
    }
    return outfile_commit(o, err);
}

bool ui_table_csv(const ui_table_t *t, const ui_origin_t *origin, const char *path, err_t *err)
{
    return write_csv(t, origin, 0, path, err);
}

bool ui_table_csv_rows(const ui_table_t *t, const ui_origin_t *origin, const char *path, err_t *err)
{
    return write_csv(t, origin, 1, path, err);
}
