/* options.h - run options from words: data files, mixes, options by key, axes. */
#ifndef CTADEL_TB_RUN_OPTIONS_H
#define CTADEL_TB_RUN_OPTIONS_H

#include "run/cosim.h"
#include "ui/words.h"

enum { RUN_PATH_BYTES = 1024, RUN_WHERE_BYTES = RUN_PATH_BYTES + 64 };

/* ---- data files: a bare word is looked up, anything with / or .yaml is a path (data.c) ---- */

typedef enum {
    RUN_MACHINE,
    RUN_WORKLOAD, /* where a word is looked up, also one of the next kind */
    RUN_LOOPS,    /* workloads of parallel loops, for machines with a task unit */
    RUN_EXPERIMENT
} run_data_t;

void run_data_names(run_data_t kind, ui_words_t *names); /* sorted */
void run_data_file(run_data_t kind, const char *name, char path[RUN_PATH_BYTES]);
bool run_data_path(run_data_t kind, const char *word, char path[RUN_PATH_BYTES], err_t *err);
bool run_data_root(char path[RUN_PATH_BYTES]); /* the folder of rtl/ and synth/; false: not there */
void run_data_sass(char path[RUN_PATH_BYTES]); /* the table of SASS opcodes */

/* ---- workloads: WORD or WORD@SIZE, mixes of these joined by + (mixes.c) ---- */

typedef struct {
    char path[COSIM_MIX][RUN_PATH_BYTES];
    char size[COSIM_MIX][32]; /* "": as --size says */
    uint32_t count;           /* 1: a workload by itself */
} run_mix_t;

bool run_is_mix(const char *word); /* it has a + and is no file's name */
bool run_mix(const char *word, run_mix_t *mix, err_t *err);
void run_mix_options(const run_mix_t *mix, run_opts_t *o); /* the options keep pointers into the mix */
/* alone.c. Runs each workload of a mix by itself and fills o->alone_cycles; *r is scratch. An exit code of ui/exit.h:
 * UI_BAD_INPUT: err; UI_FAILED: a check of one failed, which is printed. */
int run_mix_alone(run_opts_t *o, run_result_t *r, err_t *err);

/* ---- run options by key: place limit gate warp engine size seed gap ctas task sos (options.c) ---- */

void run_policy_names(const char *option, ui_words_t *names); /* option: place limit gate warp engine */
/* `where` begins the sentence of a mistake ("--warp", "f.yaml:3: axes.warp"). Keeps `value`. */
bool run_option_set(run_opts_t *o, const char *key, const char *value, const char *where, err_t *err);

/* ---- the command line's options of one run: those by key, --sos, --set and output files (option_take.c) ---- */

enum { RUN_SETS_MAX = 256 };
/* `name` without its dashes. Keeps `value`; o->sets becomes `sets`, the caller's, of RUN_SETS_MAX. */
bool run_option_take(run_opts_t *o, const char **sets, const char *name, const char *value, err_t *err);

/* ---- axes: options with several values, a run for each combination (axes.c) ---- */

typedef struct {
    const char *key;             /* of run_option_set */
    char where[RUN_WHERE_BYTES]; /* for a mistake */
    ui_words_t values;           /* at least one */
} run_axis_t;

enum { RUN_AXES_MAX = 6, RUN_HEAD_BYTES = 48, RUN_COLUMNS_MAX = 256 };

/* The values of --limit and --ctas as those of one axis: the numbers belong to one policy alone. */
bool run_axis_limits(run_axis_t *axis, const ui_words_t *limits, const ui_words_t *ctas, err_t *err);
uint32_t run_axes_columns(const run_axis_t *axes, uint32_t count);
/* Sets the options of one combination, the last axis changing fastest; the values that vary make
 * the head. The options keep pointers into the axes. */
bool run_axes_apply(const run_axis_t *axes, uint32_t count, uint32_t column, run_opts_t *o, char head[RUN_HEAD_BYTES],
                    err_t *err);

#endif
