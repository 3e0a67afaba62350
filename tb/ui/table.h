/* table.h - tables of text on a terminal and as CSV. */
#ifndef CTADEL_TB_UI_TABLE_H
#define CTADEL_TB_UI_TABLE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct ui_table ui_table_t;

ui_table_t *ui_table_create(uint32_t rows, uint32_t columns); /* ends the program without memory */
void ui_table_set(ui_table_t *t, uint32_t row, uint32_t column, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
uint32_t ui_table_rows(const ui_table_t *t);
uint32_t ui_table_columns(const ui_table_t *t);
const char *ui_table_cell(const ui_table_t *t, uint32_t row, uint32_t column); /* "": not set */
/* First row and column are heads; other columns are right-aligned. */
void ui_table_print(const ui_table_t *t, FILE *f, bool colour);
bool ui_table_csv(const ui_table_t *t, const char *path, err_t *err);
/* Cuts a line of such a file at commas outside quotes, and drops the quotes; the cells point into it. */
uint32_t ui_cells(char *line, char **cell, uint32_t max);
void ui_table_destroy(ui_table_t *t);
bool ui_colour(FILE *f); /* a terminal, and NO_COLOR not set */

#endif
