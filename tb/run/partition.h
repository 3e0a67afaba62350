/* partition.h - partitions of the SMs, one for each workload of a mix or for each stream of a CUDA program. */
#ifndef CTADEL_TB_RUN_PARTITION_H
#define CTADEL_TB_RUN_PARTITION_H

#include "run/cosim.h"

/* Sets opts->partition and opts->partitions from "0-13+14-20,27": sets of SMs joined by +, each of numbers and ranges
 * joined by commas. where: for messages. False: err says what was found and what is allowed. */
bool partition_parse(run_opts_t *opts, const char *text, const char *where, err_t *err);

/* The partition of workload `which`; of a CUDA program, of its default streams (0) or of the which-th stream that it
 * created. Empty: it may use all SMs. */
static inline sm_mask_t partition_of(const run_opts_t *opts, uint32_t which)
{
    return which < opts->partitions ? opts->partition[which] : mask_none();
}

/* False: the machine lacks an SM of a partition, or a policy in use needs all SMs; err names it. */
bool partition_check(const run_opts_t *opts, const machine_t *m, const policy_use_t *use, err_t *err);

#endif
