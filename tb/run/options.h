/* options.h - run options from words: data files, mixes, options by key, axes. */
#ifndef CTADEL_TB_RUN_OPTIONS_H
#define CTADEL_TB_RUN_OPTIONS_H

#include "run/cosim.h"
#include "ui/words.h"

enum { CLI_PATH_BYTES = 1024, CLI_WHERE_BYTES = CLI_PATH_BYTES + 64 };

/* ---- data files: a bare word is looked up, anything with / or .yaml is a path (data.c) ---- */

typedef enum {
    CLI_MACHINE,
    CLI_WORKLOAD, /* where a word is looked up, also one of the next kind */
    CLI_LOOPS,    /* workloads of parallel loops, for machines with a task unit */
    CLI_EXPERIMENT
} cli_data_t;

void cli_data_names(cli_data_t kind, cli_words_t *names); /* sorted */
void cli_data_file(cli_data_t kind, const char *name, char path[CLI_PATH_BYTES]);
bool cli_data_path(cli_data_t kind, const char *word, char path[CLI_PATH_BYTES], err_t *err);
bool cli_data_root(char path[CLI_PATH_BYTES]); /* the folder of rtl/ and synth/; false: not there */
void cli_data_sass(char path[CLI_PATH_BYTES]); /* the table of SASS opcodes */

/* ---- workloads: WORD or WORD@SIZE, mixes of these joined by + (mixes.c) ---- */

typedef struct {
    char path[COSIM_MIX][CLI_PATH_BYTES];
    char size[COSIM_MIX][32]; /* "": as --size says */
    uint32_t count;           /* 1: a workload by itself */
} cli_mix_t;

bool cli_is_mix(const char *word); /* it has a + and is no file's name */
bool cli_mix(const char *word, cli_mix_t *mix, err_t *err);
void cli_mix_options(const cli_mix_t *mix, run_opts_t *o); /* the options keep pointers into the mix */
/* alone.c. Runs each workload of a mix by itself and fills o->alone_cycles; *r is scratch. An exit code of ui/exit.h:
 * CLI_BAD_INPUT: err; CLI_FAILED: a check of one failed, which is printed. */
int cli_mix_alone(run_opts_t *o, run_result_t *r, err_t *err);

/* ---- run options by key: place limit gate warp engine size seed ctas task sos (options.c) ---- */

void cli_policy_names(const char *option, cli_words_t *names); /* option: place limit gate warp engine */
/* `where` begins the sentence of a mistake ("--warp", "f.yaml:3: axes.warp"). Keeps `value`. */
bool cli_option_set(run_opts_t *o, const char *key, const char *value, const char *where, err_t *err);

/* ---- axes: options with several values, a run for each combination (axes.c) ---- */

typedef struct {
    const char *key;             /* of cli_option_set */
    char where[CLI_WHERE_BYTES]; /* for a mistake */
    cli_words_t values;          /* at least one */
} cli_axis_t;

enum { CLI_AXES_MAX = 6, CLI_HEAD_BYTES = 48, CLI_COLUMNS_MAX = 256 };

/* The values of --limit and --ctas as those of one axis: the numbers belong to one policy alone. */
bool cli_axis_limits(cli_axis_t *axis, const cli_words_t *limits, const cli_words_t *ctas, err_t *err);
uint32_t cli_axes_columns(const cli_axis_t *axes, uint32_t count);
/* Sets the options of one combination, the last axis changing fastest; the values that vary make
 * the head. The options keep pointers into the axes. */
bool cli_axes_apply(const cli_axis_t *axes, uint32_t count, uint32_t column, run_opts_t *o, char head[CLI_HEAD_BYTES],
                    err_t *err);

#endif
