/* args.h - arguments of a command. */
#ifndef CTADEL_TB_UI_ARGS_H
#define CTADEL_TB_UI_ARGS_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    const char *name; /* without -- */
    char letter;      /* 0: none */
    const char *arg;  /* NULL: a flag */
    const char *text;
} ui_opt_t;

typedef struct {
    int argc, at; /* begin with at = 1 */
    char **argv;
    const ui_opt_t *opts;
    uint32_t opt_count;
    bool only_words; /* after -- */
} ui_args_t;

/* The next option and its value, or a plain word (*opt NULL). False: the end, or err is set. */
bool ui_args_next(ui_args_t *a, const ui_opt_t **opt, const char **value, err_t *err);
void ui_args_help(FILE *f, const ui_opt_t *opts, uint32_t count);

#endif
