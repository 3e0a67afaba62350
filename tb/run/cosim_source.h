/* cosim_source.h - where a run's launches come from: a workload or a mix of them, executed and checked, or
 * a trace.
 *
 * A mix has each workload in memory of its own, its launches in order on streams of its own, and those of
 * the first before those of the second. Streams are numbered through: those of the second workload follow
 * the highest of the first; 16 for each at most. Its kernels are called "bp:adjust". A workload that
 * stands in a mix again is "bp.2". */
#ifndef CTADEL_TB_RUN_COSIM_SOURCE_H
#define CTADEL_TB_RUN_COSIM_SOURCE_H

#include "config/machine.h"
#include "run/cosim.h"

typedef struct source source_t;

/* As the options say: trace_path, else the workload_path. NULL: err. */
source_t *source_open(const run_opts_t *o, const machine_t *m, err_t *err);
void source_close(source_t *s); /* NULL is fine */

const char *source_name(const source_t *s);
uint32_t source_launches(const source_t *s);
uint32_t source_stream(const source_t *s, uint32_t i);
/* Launch i, made now; several may live at once. NULL: err. */
const kernel_launch_t *source_launch(source_t *s, uint32_t i, err_t *err);
void source_release(source_t *s, const kernel_launch_t *k);
/* After the last launch. FAIL: err. */
workload_verdict_t source_check(source_t *s, err_t *err);
/* Of a mix; 1 otherwise. */
uint32_t source_workloads(const source_t *s);
uint32_t source_workload_of(const source_t *s, uint32_t i); /* launch i is that one's */
const char *source_workload_name(const source_t *s, uint32_t w);
workload_verdict_t source_verdict(const source_t *s, uint32_t w); /* as source_check found it */
bool source_loops(const source_t *s);                             /* some launch has a parallel loop */
uint64_t source_guard_reads(const source_t *s);
/* What the user should know of the input though it is no mistake; "" for nothing. */
void source_notes(const source_t *s, char *text, size_t bytes);

#endif
