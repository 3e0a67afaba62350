/* options.h - converts words of the user to run options: data files, mixes, options by key, axes. */
#ifndef CTADEL_TB_RUN_OPTIONS_H
#define CTADEL_TB_RUN_OPTIONS_H

#include "run/cosim.h"
#include "ui/words.h"

enum { RUN_PATH_BYTES = 1024, RUN_WHERE_BYTES = RUN_PATH_BYTES + 64 };

/* ---- data files: a word with / or .yaml is a path, any other word is looked up (data.c) ---- */

typedef enum {
    RUN_MACHINE,
    RUN_WORKLOAD, /* a lookup by word also finds the next two */
    RUN_LOOPS,    /* workloads with parallel loops, for machines with a task unit */
    RUN_CLUSTERS, /* workloads with clusters, for place policies and machines that have them */
    RUN_EXPERIMENT
} run_data_t;

void run_data_names(run_data_t kind, ui_words_t *names);                          /* all names, sorted */
void run_data_file(run_data_t kind, const char *name, char path[RUN_PATH_BYTES]); /* its path, existing or not */
/* Path of a user's word. False: err suggests the nearest name. */
bool run_data_path(run_data_t kind, const char *word, char path[RUN_PATH_BYTES], err_t *err);
/* The same for a machine; says on stderr if the word, or a `like:` in its file, is a former name. */
bool run_machine_path(const char *word, char path[RUN_PATH_BYTES], err_t *err);
bool run_data_root(char path[RUN_PATH_BYTES]); /* folder that contains rtl/ and synth/; false: not found */
/* Path of the GTKWave save file of a module, beside the filters that it names. False: there is none. */
bool run_data_save(const char *module, char path[RUN_PATH_BYTES]);
void run_data_sass(char path[RUN_PATH_BYTES]); /* path of the SASS opcode table */
/* Folder of the user for compact forms of traces, existing or not. False: the environment names none. */
bool run_data_cache(char path[RUN_PATH_BYTES]);

/* ---- workloads: WORD or WORD@SIZE, joined by + to a mix (mixes.c) ---- */

typedef struct {
    char path[COSIM_MIX][RUN_PATH_BYTES];
    char size[COSIM_MIX][32]; /* "": the size of --size */
    uint32_t count;           /* 1: a single workload */
} run_mix_t;

bool run_is_mix(const char *word);                          /* contains a + and is no existing file */
bool run_mix(const char *word, run_mix_t *mix, err_t *err); /* false: err */
void run_mix_options(const run_mix_t *mix, run_opts_t *o);  /* `mix` must outlive `o` */
/* alone.c. Runs each workload of a mix alone and fills o->alone_cycles; *r is scratch. Returns an exit code:
 * UI_BAD_INPUT: err; UI_FAILED: a check failed, which was printed. */
int run_mix_alone(run_opts_t *o, run_result_t *r, err_t *err);

/* ---- run options by key, as --warp: the table at the end of options.c ---- */

void run_policy_names(const char *option, ui_words_t *names); /* option: place limit gate warp engine */
/* Sets option `key`. `where`: beginning of an error message ("--warp", "f.yaml:3: axes.warp"). `value` must outlive
 * `o`. False: err. */
const char *run_option_key(uint32_t i); /* NULL after the last */
bool run_option_set(run_opts_t *o, const char *key, const char *value, const char *where, err_t *err);

/* ---- options of one run on the command line: options by key, --sos, --set, output files (option_take.c) ---- */

enum { RUN_SETS_MAX = 256 };
/* `name`: without dashes. `value` must outlive `o`. Sets are collected in the caller's array `sets` of RUN_SETS_MAX
 * entries. False: err. */
bool run_option_take(run_opts_t *o, const char **sets, const char *name, const char *value, err_t *err);

/* ---- axes: options with several values; a run per combination (axes.c) ---- */

typedef struct {
    const char *key;             /* key of run_option_set */
    char where[RUN_WHERE_BYTES]; /* beginning of error messages */
    ui_words_t values;           /* at least one */
} run_axis_t;

enum { RUN_AXES_MAX = 6, RUN_HEAD_BYTES = 96, RUN_COLUMNS_MAX = 256 };

/* Merges the values of --limit and --ctas into one axis, because the numbers belong to one policy only. False: err. */
bool run_axis_limits(run_axis_t *axis, const ui_words_t *limits, const ui_words_t *ctas, err_t *err);
uint32_t run_axes_columns(const run_axis_t *axes, uint32_t count); /* combinations; capped at RUN_COLUMNS_MAX + 1 */
/* Sets the options of combination `column`; the last axis changes fastest. `head`: the values of the axes with several
 * values. `axes` must outlive `o`. False: err. */
bool run_axes_apply(const run_axis_t *axes, uint32_t count, uint32_t column, run_opts_t *o, char head[RUN_HEAD_BYTES],
                    err_t *err);

#endif
