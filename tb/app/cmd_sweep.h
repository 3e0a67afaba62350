/* cmd_sweep.h - what the command line of `ctadel sweep` asks for. */
#ifndef CTADEL_TB_APP_CMD_SWEEP_H
#define CTADEL_TB_APP_CMD_SWEEP_H

#include "experiment/sweep.h"
#include "ui/args.h"

enum { CMD_SWEEP_WORDS = 24 };

typedef struct {
    const char *experiment, *out, *machine, *size, *workloads, *points, *gaps, *jobs;
    const char *rows_option, *shard_option, *array, *time, *partition, *program, *job;
    char rows[RUN_PATH_BYTES];
    const char *repeated[CMD_SWEEP_WORDS + 1]; /* arguments that a task of Slurm repeats; NULL after the last */
    const char *batch[CMD_SWEEP_WORDS + 1];    /* words after --, for sbatch; NULL after the last */
    uint32_t parallel, tasks, shard, shards;   /* shards 0: all runs */
    bool slurm, detach, help;
} sweep_request_t;

/* cmd_sweep_options.c. False: err. */
bool cmd_sweep_parse(sweep_request_t *q, int argc, char **argv, err_t *err);
void cmd_sweep_help(FILE *f);

#endif
