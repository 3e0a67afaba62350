/* table.h - tables of text on a terminal and as CSV. */
#ifndef CTADEL_TB_UI_TABLE_H
#define CTADEL_TB_UI_TABLE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cli_table cli_table_t;

cli_table_t *cli_table_create(uint32_t rows, uint32_t columns); /* ends the program without memory */
void cli_table_set(cli_table_t *t, uint32_t row, uint32_t column, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* First row and column are heads; other columns are right-aligned. */
void cli_table_print(const cli_table_t *t, FILE *f, bool colour);
bool cli_table_csv(const cli_table_t *t, const char *path, err_t *err);
/* Cuts a line of such a file at commas outside quotes, and drops the quotes; the cells point into it. */
uint32_t cli_cells(char *line, char **cell, uint32_t max);
void cli_table_destroy(cli_table_t *t);
bool cli_colour(FILE *f); /* a terminal, and NO_COLOR not set */

#endif
