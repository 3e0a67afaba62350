/* program_words.h - options of a run that serves a CUDA program. `ctadel cuda` and `ctadel launchable` check them and
 * pass them to the library that the program loads in the environment variable CTADEL_CUDA: the command and its words,
 * separated by blanks, with a backslash before a blank or backslash inside a word. Both sides use this parser. */
#ifndef CTADEL_TB_RUN_PROGRAM_WORDS_H
#define CTADEL_TB_RUN_PROGRAM_WORDS_H

#include "run/options.h"

typedef struct {
    run_opts_t opts;
    uint32_t repeat_after; /* number of simulations of equal launches, see cuda/repeats.h; 0: no limit */
    char machine[RUN_PATH_BYTES];
    const char *sets[RUN_SETS_MAX];
    int rest; /* index in argv of the first word that is no option; argc: none */
    bool help;
    bool launchable; /* of `ctadel launchable` */
} program_words_t;

enum { PROGRAM_REPEATS_MAX = 1000 };
#define PROGRAM_WORDS_ENV        "CTADEL_CUDA"
#define PROGRAM_WORDS_CUDA       "cuda" /* commands */
#define PROGRAM_WORDS_LAUNCHABLE "launchable"
#define PROGRAM_WORDS_MACHINE    "lcs28" /* without --machine */

/* Parses options up to the first plain word or "--". argv[0] is the command, cuda or launchable. argv must outlive *w,
 * and *w must not move. False: err. */
bool program_words_take(program_words_t *w, int argc, char **argv, err_t *err);
bool program_words_env(program_words_t *w, err_t *err); /* parses CTADEL_CUDA; unset: defaults. False: err */
/* The options as the value of CTADEL_CUDA, with absolute paths, because the program may change its folder. The caller
 * frees it. NULL: out of memory. */
char *program_words_text(const program_words_t *w, int argc, char **argv);
void program_words_help(bool launchable, FILE *f); /* writes a line per option */

#endif
