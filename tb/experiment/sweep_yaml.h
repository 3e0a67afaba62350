/* sweep_yaml.h - reads values of an experiment's keys. Error messages begin with `where`. Functions return false,
 * unless stated otherwise, after an error. */
#ifndef CTADEL_TB_EXPERIMENT_SWEEP_YAML_H
#define CTADEL_TB_EXPERIMENT_SWEEP_YAML_H

#include "experiment/sweep.h"

/* The text of a scalar. NULL: err. */
const char *sweep_scalar(const yamldoc_t *doc, int node, const char *where, err_t *err);
/* Reads a list of words, or one word. split: also accepts "1..8" and "a,b". */
bool sweep_words(const yamldoc_t *doc, int node, bool split, ui_words_t *out, const char *where, err_t *err);
bool sweep_is_map(const yamldoc_t *doc, int node, const char *what, const char *where, err_t *err);
/* Index of the scalar in `allowed`. -1: err. */
int sweep_choice(const yamldoc_t *doc, int node, const char *const *allowed, uint32_t count, const char *where,
                 err_t *err);
/* NULL: err. */
const metric_t *sweep_metric(const yamldoc_t *doc, int node, const char *where, err_t *err);

#endif
