/* table.h - tables of text, printed to a terminal or written as CSV. */
#ifndef CTADEL_TB_UI_TABLE_H
#define CTADEL_TB_UI_TABLE_H

#include "ui/origin.h"

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct ui_table ui_table_t;

ui_table_t *ui_table_create(uint32_t rows, uint32_t columns); /* exits the program if out of memory */
void ui_table_set(ui_table_t *t, uint32_t row, uint32_t column, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
uint32_t ui_table_rows(const ui_table_t *t);
uint32_t ui_table_columns(const ui_table_t *t);
const char *ui_table_cell(const ui_table_t *t, uint32_t row, uint32_t column); /* "" if not set */
/* Prints the table. First row and first column are headings; the other columns are right-aligned. */
void ui_table_print(const ui_table_t *t, FILE *f, bool colour);
/* Writes a CSV file. Each row ends in cells that name the origin of all rows, under the heads machine, size, library
 * (if there is one) and version; "-": does not apply. NULL: the table has such columns itself. False: err. */
bool ui_table_csv(const ui_table_t *t, const ui_origin_t *origin, const char *path, err_t *err);
/* The same with an origin for each row: origin[row]; that of row 0, the heads, says whether there is a library. */
bool ui_table_csv_rows(const ui_table_t *t, const ui_origin_t *origin, const char *path, err_t *err);
/* Splits a line of a CSV file at commas outside quotes and removes the quotes. Changes `line`; the cells point into it.
 * Returns the number of cells, at most `max`. */
uint32_t ui_cells(char *line, char **cell, uint32_t max);
void ui_table_destroy(ui_table_t *t);
bool ui_colour(FILE *f); /* true: f is a terminal, and NO_COLOR is not set */

#endif
