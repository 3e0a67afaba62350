/* app.h - the commands of ctadel. Each takes its arguments and returns an exit code (ui/exit.h). A command prints a
 * user's mistake itself, once, as err_t words it. */
#ifndef CTADEL_TB_APP_APP_H
#define CTADEL_TB_APP_APP_H

#include "run/options.h"
#include "ui/args.h"
#include "ui/exit.h"
#include "ui/table.h"

int cmd_run(int argc, char **argv); /* argv[0] is the command's word */
int cmd_list(int argc, char **argv);
int cmd_trace(int argc, char **argv);
int cmd_trace_convert(int argc, char **argv);
int cmd_trace_info(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_rows(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_compare_dispatch(int argc, char **argv);
int cmd_synth(int argc, char **argv);
int cmd_cuda(int argc, char **argv);
int cmd_launchable(int argc, char **argv);
int cmd_why(int argc, char **argv);
int cmd_bits(int argc, char **argv);

/* program.c: runs a CUDA program for the command argv[0], cuda or launchable. Returns the exit code. */
int program_run(int argc, char **argv, void (*help)(void));

const ui_opt_t *cmd_run_opts(uint32_t *count); /* cmd_run_help.c */
void cmd_run_help(FILE *f);

/* summary.c: prints `count` runs, a column each; heads[i] names what run i differs in. Below follow, for each run, the
 * workloads of a mix and the kernels of several streams, a row each. */
void summary(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count);
/* cmd_list_sizes.c: the grids of workloads (none named: all) on the machine words[0]. False: err. */
bool list_sizes(const char *const *words, uint32_t count, err_t *err);
/* notes.c: a line for each set of runs in which the same policies changed nothing. */
void notes_idle(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count);
/* summary_parts.c, for one run: its workloads, if it is a mix; its kernels and when they ran, if they are of several
 * streams. Else nothing. */
void summary_workloads(FILE *f, const run_result_t *r, const char *head);
void summary_kernels(FILE *f, const run_result_t *r, const char *head);
/* summary_parts.c, with --why: the shares of SM cycles in which an SM got no CTA, a row per cause that some run has, a
 * column per run. Else nothing. */
void summary_refused(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count);
/* Prints, instead of the summary, where rtl and c differ in a run, both values, and how to view the waves. */
void summary_difference(FILE *f, const run_result_t *r);

#endif
