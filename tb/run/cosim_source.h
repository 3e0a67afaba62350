/* cosim_source.h - source of a run's launches: a workload, a mix of workloads, a trace, or sequences of instructions.
 *
 * Each workload of a mix has its own memory and its own streams. The launches of the first workload come before those
 * of the second. Streams are numbered consecutively: the streams of a workload, at most 16, follow those of the
 * workload before. Kernels of a mix are named "bp:adjust"; the second occurrence of a workload is named "bp.2". */
#ifndef CTADEL_TB_RUN_COSIM_SOURCE_H
#define CTADEL_TB_RUN_COSIM_SOURCE_H

#include "config/machine.h"
#include "run/cosim.h"

typedef struct source source_t;

/* Opens the trace, the sequences or the workloads of the options. NULL: err. */
source_t *source_open(const run_opts_t *o, const machine_t *m, err_t *err);
void source_close(source_t *s); /* NULL is fine */

const char *source_name(const source_t *s);
uint32_t source_launches(const source_t *s);
uint32_t source_stream(const source_t *s, uint32_t i);
/* Creates launch i; several may live at once. NULL: err. */
const kernel_launch_t *source_launch(source_t *s, uint32_t i, err_t *err);
void source_release(source_t *s, const kernel_launch_t *k);
/* Checks the output after the last launch. FAIL: err. */
workload_verdict_t source_check(source_t *s, err_t *err);
uint32_t source_workloads(const source_t *s);               /* number of workloads; 1 for a trace or sequences */
uint32_t source_workload_of(const source_t *s, uint32_t i); /* workload of launch i */
const char *source_workload_name(const source_t *s, uint32_t w);
const char *source_workload_size(const source_t *s, uint32_t w);  /* name of its size; NULL: it has none */
workload_verdict_t source_verdict(const source_t *s, uint32_t w); /* result of source_check for workload w */
bool source_loops(const source_t *s);                             /* some launch has a parallel loop */
uint64_t source_guard_reads(const source_t *s);
/* Writes remarks about the input that are no mistakes; "": none. */
void source_notes(const source_t *s, const machine_t *m, char *text, size_t bytes);
/* Writes the registers of the warps at their end; only of sequences opened with o->registers. False: err. */
bool source_registers(const source_t *s, const char *path, err_t *err);

#endif
