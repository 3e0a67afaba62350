/* cli.h - the command line: what its files share. A command is a function from its arguments to an
 * exit code; a user's mistake is printed once, by the command, as err_t has it. */
#ifndef CTADEL_TB_CLI_H
#define CTADEL_TB_CLI_H

#include "cosim.h"

#include <stdio.h>

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_BAD_INPUT = 2 }; /* exit codes */
enum { CLI_PATH_BYTES = 1024, CLI_WHERE_BYTES = CLI_PATH_BYTES + 64 };

int cli_run(int argc, char **argv); /* argv[0] is the command's word */
int cli_list(int argc, char **argv);
int cli_trace(int argc, char **argv);
int cli_trace_info(int argc, char **argv);
int cli_sweep(int argc, char **argv);
int cli_results(int argc, char **argv);
int cli_compare(int argc, char **argv);
int cli_synth(int argc, char **argv);
int cli_fail(const err_t *err); /* prints err to stderr, returns CLI_BAD_INPUT */

/* ---- words: lists of strings (cli_words.c) ---- */

typedef struct {
    char **word;
    uint32_t count;
} cli_words_t; /* {0} is empty */

void cli_words_add(cli_words_t *w, const char *word, size_t chars); /* copies; ends the program when
                                                                       out of memory */
void cli_words_split(cli_words_t *w, const char *text); /* at commas; "2..4" becomes 2, 3, 4 */
void cli_words_free(cli_words_t *w);
bool cli_number(const char *text, uint64_t max, uint64_t *value); /* decimal; false: none */

/* ---- data files: a bare word is looked up, anything with / or .yaml is a path (cli_data.c) ----
 */

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

/* ---- workloads: WORD or WORD@SIZE, mixes of these joined by + (cli_mix.c) ---- */

typedef struct {
    char path[COSIM_MIX][CLI_PATH_BYTES];
    char size[COSIM_MIX][32]; /* "": as --size says */
    uint32_t count; /* 1: a workload by itself */
} cli_mix_t;

bool cli_is_mix(const char *word); /* it has a + and is no file's name */
bool cli_mix(const char *word, cli_mix_t *mix, err_t *err);
void cli_mix_options(const cli_mix_t *mix, run_opts_t *o); /* the options keep pointers into the mix */
/* cli_alone.c. Runs each workload of a mix by itself and fills o->alone_cycles; *r is scratch. An exit code:
 * CLI_BAD_INPUT: err; CLI_FAILED: a check of one failed, which is printed. */
int cli_mix_alone(run_opts_t *o, run_result_t *r, err_t *err);

/* ---- run options by key: place limit gate warp engine size seed ctas task sos (cli_option.c) ---- */

void cli_policy_names(const char *option,
                      cli_words_t *names); /* option: place limit gate warp engine */
/* `where` begins the sentence of a mistake ("--warp", "f.yaml:3: axes.warp"). Keeps `value`. */
bool cli_option_set(run_opts_t *o, const char *key, const char *value, const char *where,
                    err_t *err);

/* ---- axes: options with several values, a run for each combination (cli_axis.c) ---- */

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
bool cli_axes_apply(const cli_axis_t *axes, uint32_t count, uint32_t column, run_opts_t *o,
                    char head[CLI_HEAD_BYTES], err_t *err);

/* ---- arguments (cli_args.c) ---- */

typedef struct {
    const char *name; /* without -- */
    char letter;      /* 0: none */
    const char *arg;  /* NULL: a flag */
    const char *text;
} cli_opt_t;

typedef struct {
    int argc, at; /* begin with at = 1 */
    char **argv;
    const cli_opt_t *opts;
    uint32_t opt_count;
    bool only_words; /* after -- */
} cli_args_t;

/* The next option and its value, or a plain word (*opt NULL). False: the end, or err is set. */
bool cli_args_next(cli_args_t *a, const cli_opt_t **opt, const char **value, err_t *err);
void cli_args_help(FILE *f, const cli_opt_t *opts, uint32_t count);

const cli_opt_t *cli_run_opts(uint32_t *count); /* cli_run_help.c */
void cli_run_help(FILE *f);

/* ---- tables (cli_table.c, cli_report.c) ---- */

typedef struct cli_table cli_table_t;

cli_table_t *cli_table_create(uint32_t rows,
                              uint32_t columns); /* ends the program without memory */
void cli_table_set(cli_table_t *t, uint32_t row, uint32_t column, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* First row and column are heads; other columns are right-aligned. */
void cli_table_print(const cli_table_t *t, FILE *f, bool colour);
bool cli_table_csv(const cli_table_t *t, const char *path, err_t *err);
/* Cuts a line of such a file at commas outside quotes, and drops the quotes; the cells point into it. */
uint32_t cli_cells(char *line, char **cell, uint32_t max);
void cli_table_destroy(cli_table_t *t);
bool cli_colour(FILE *f); /* a terminal, and NO_COLOR not set */

/* Runs side by side, a column each; heads[i] names what differs. Workloads of a mix and kernels of several
 * streams follow, a row each. */
void cli_report(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count);
/* Of one run (cli_parts.c): workloads of a mix, nothing if it is none; kernels of several streams: which of
 * them overlapped. */
void cli_workloads(FILE *f, const run_result_t *r, const char *head);
void cli_kernels(FILE *f, const run_result_t *r, const char *head);

#endif
