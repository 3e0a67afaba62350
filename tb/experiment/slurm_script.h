/* slurm_script.h - the script that each task of a job array runs: it checks that its node shares the sweep's folder and
 * has the program, then runs what is assigned to the task. */
#ifndef CTADEL_TB_EXPERIMENT_SLURM_SCRIPT_H
#define CTADEL_TB_EXPERIMENT_SLURM_SCRIPT_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *note, *mark;      /* a file of the sweep's folder, absolute, and a word in it */
    const char *folder;           /* of the job, absolute; see slurm_job.h */
    const char *const *arguments; /* of `ctadel sweep`; NULL after the last */
    uint64_t program;             /* hash of this program's file: the node's must be the same */
    uint32_t tasks;               /* of the array, numbered from 1 */
} slurm_script_t;
enum { SLURM_SCRIPT_BYTES = 1 << 15 };

/* False: the arguments do not fit (err). */
bool slurm_script(const slurm_script_t *s, char script[SLURM_SCRIPT_BYTES], err_t *err);

#endif
