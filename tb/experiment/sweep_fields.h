/* sweep_fields.h - the table of run_result_t fields that rows and runs.csv store. */
#ifndef CTADEL_TB_EXPERIMENT_SWEEP_FIELDS_H
#define CTADEL_TB_EXPERIMENT_SWEEP_FIELDS_H

#include "experiment/sweep.h"

#include <jansson.h>
#include <stddef.h>

typedef enum { ROW_U64, ROW_U32, ROW_DOUBLE, ROW_TEXT } row_type_t;

typedef struct {
    const char *name;
    size_t offset; /* in run_result_t */
    row_type_t type;
} sweep_field_t;

extern const sweep_field_t sweep_fields[];
extern const size_t sweep_field_count;
size_t sweep_field_room(size_t field); /* size in bytes of a ROW_TEXT field */
json_t *sweep_field_json(size_t field, const run_result_t *r);

/* sweep_row.c: a row as JSON. NULL, false: a value that JSON cannot hold; a field is missing or has another type. */
json_t *sweep_row_json(const run_result_t *r, const sweep_about_t *about);
bool sweep_row_parse(const json_t *row, run_result_t *r, sweep_about_t *about);
/* Takes over `row`. False: err, also if it is NULL. */
bool sweep_row_write(json_t *row, const char *path, err_t *err);

#endif
