/* program_words.h - the options of a run below a CUDA program, read by the same code in `ctadel cuda` and in the
 * library that the program loads: the command checks them and passes them on in the variable CTADEL_CUDA, separated by
 * blanks, a backslash before a blank or a backslash that belongs to a word. */
#ifndef CTADEL_TB_RUN_PROGRAM_WORDS_H
#define CTADEL_TB_RUN_PROGRAM_WORDS_H

#include "run/options.h"

typedef struct {
    run_opts_t opts;
    const char *table;     /* file of the table; NULL: stderr */
    uint32_t repeat_after; /* launches of the same are simulated so many times; 0: always */
    char machine[RUN_PATH_BYTES];
    const char *sets[RUN_SETS_MAX];
    int rest; /* place in argv of the first word that is no option; argc: none */
    bool help;
} program_words_t;

enum { PROGRAM_REPEATS_MAX = 1000 };
#define PROGRAM_WORDS_ENV     "CTADEL_CUDA"
#define PROGRAM_WORDS_MACHINE "lcs" /* without --machine */

/* Takes options up to the first plain word or "--". Keeps w and argv. False: err. */
bool program_words_take(program_words_t *w, int argc, char **argv, err_t *err);
bool program_words_env(program_words_t *w, err_t *err); /* of the environment; without it, defaults */
/* The options again as one text, output files by their absolute names: the program may change its folder. NULL: out
 * of memory. */
char *program_words_text(const program_words_t *w, int argc, char **argv);
void program_words_help(FILE *f); /* a line for each option */

#endif
