/* args.h - parses the options and words of a command line. */
#ifndef CTADEL_TB_UI_ARGS_H
#define CTADEL_TB_UI_ARGS_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    const char *name; /* long name, without -- */
    char letter;      /* short name; 0: none */
    const char *arg;  /* name of the value in the help text; NULL: a flag without value */
    const char *text; /* help text */
} ui_opt_t;

typedef struct {
    int argc, at; /* at: index of the next argument; initialise to 1 */
    char **argv;
    const ui_opt_t *opts;
    uint32_t opt_count; /* at most 32 */
    bool only_words;    /* "--" was read: options have ended */
    uint32_t seen;      /* bit i: opts[i] was read */
} ui_args_t;

/* Reads the next option and its value, or a plain word (*opt NULL, *value the word). False: end of arguments, or err.
 */
bool ui_args_next(ui_args_t *a, const ui_opt_t **opt, const char **value, err_t *err);
void ui_args_help(FILE *f, const ui_opt_t *opts, uint32_t count);

#endif
