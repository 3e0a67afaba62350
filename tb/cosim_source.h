/* cosim_source.h - where a run's launches come from: a workload, executed and checked, or a trace.
 */
#ifndef CTADEL_TB_COSIM_SOURCE_H
#define CTADEL_TB_COSIM_SOURCE_H

#include "config/machine.h"
#include "cosim.h"

typedef struct source source_t;

/* As the options say: trace_path, else workload_path. NULL: err. */
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
uint64_t source_guard_reads(const source_t *s);
/* What the user should know of the input though it is no mistake; "" for nothing. */
void source_notes(const source_t *s, char *text, size_t bytes);

#endif
