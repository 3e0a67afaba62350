/* cosim_source_ops.h - functions that a kind of source implements, with the contracts of cosim_source.h. */
#ifndef CTADEL_TB_RUN_COSIM_SOURCE_OPS_H
#define CTADEL_TB_RUN_COSIM_SOURCE_OPS_H

#include "run/cosim_source.h"

typedef struct { /* self: the object of this kind */
    void (*close)(void *self);
    const char *(*name)(const void *self);
    uint32_t (*launches)(const void *self);
    uint32_t (*stream)(const void *self, uint32_t i);
    const kernel_launch_t *(*launch)(void *self, uint32_t i, err_t *err);
    void (*release)(void *self, const kernel_launch_t *k);
    workload_verdict_t (*check)(void *self, err_t *err);
    bool (*loops)(const void *self);
    uint64_t (*guard_reads)(const void *self);
    void (*notes)(const void *self, const machine_t *m, char *text, size_t bytes);
    uint32_t (*workloads)(const void *self);
    uint32_t (*workload_of)(const void *self, uint32_t i);
    const char *(*workload_name)(const void *self, uint32_t w);
    const char *(*workload_size)(const void *self, uint32_t w); /* NULL: its workloads have no sizes */
    workload_verdict_t (*verdict)(const void *self, uint32_t w);
    bool (*registers)(const void *self, const char *path, err_t *err); /* NULL: it keeps none */
} source_ops_t;

/* A source for a caller that creates the launches itself: `launch` and `release` may be NULL. NULL: out of memory. */
source_t *source_of(const source_ops_t *ops, void *self);

/* cosim_workloads.c: the workloads of the options. NULL: err. */
extern const source_ops_t workloads_source_ops;
void *workloads_open(const run_opts_t *o, const machine_t *m, err_t *err);

/* cosim_sequence.c: the sequences of the options. NULL: err. */
extern const source_ops_t sequence_source_ops;
void *sequence_source_open(const run_opts_t *o, const machine_t *m, err_t *err);

#endif
