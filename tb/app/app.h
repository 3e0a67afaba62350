/* app.h - the commands. Each is a function from its arguments to an exit code (ui/exit.h); a user's mistake is
 * printed once, by the command, as err_t has it. */
#ifndef CTADEL_TB_APP_APP_H
#define CTADEL_TB_APP_APP_H

#include "run/options.h"
#include "ui/args.h"
#include "ui/exit.h"
#include "ui/table.h"

int cmd_run(int argc, char **argv); /* argv[0] is the command's word */
int cmd_list(int argc, char **argv);
int cmd_trace(int argc, char **argv);
int cmd_trace_info(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_synth(int argc, char **argv);
int cmd_cuda(int argc, char **argv);

const ui_opt_t *cmd_run_opts(uint32_t *count); /* cmd_run_help.c */
void cmd_run_help(FILE *f);

/* summary.c: runs side by side, a column each; heads[i] names what differs. Workloads of a mix and kernels of several
 * streams follow, a row each. */
void summary(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count);
/* Of one run (summary_parts.c): workloads of a mix, nothing if it is none; kernels of several streams: which of
 * them overlapped. */
void summary_workloads(FILE *f, const run_result_t *r, const char *head);
void summary_kernels(FILE *f, const run_result_t *r, const char *head);
/* Of a run in which rtl and c differ, instead of the summary: where, both values, how to look at it. */
void summary_difference(FILE *f, const run_result_t *r);

#endif
