/* trace.h - Accel-Sim traces in and out: a kernelslist.g becomes launches of the same front-end
 * interface as PTX; any launch becomes a trace that other tools read.
 *
 * Read: .traceg and .traceg.xz, tracer versions up to 5, address modes 0 to 2, with or without line
 * information. The first pass over a kernel checks its structure and notes where each warp begins;
 * instruction lines are parsed when their warp issues, so a trace of any size takes little memory
 * and CTAs may run in any order. Mistakes inside a line are therefore found when it is reached;
 * trace_summarise reaches all of them.
 *
 * Not in a trace, so not modelled: predicate and uniform registers, a second destination (of a wide
 * result only the first register is known), values, events that order streams. */
#ifndef CTADEL_TRACE_TRACE_H
#define CTADEL_TRACE_TRACE_H

#include "isa/frontend.h"

typedef struct trace trace_t;

enum { TRACE_WARP_LANES = 32, TRACE_STREAMS = 256 };

/* `sass_path`: the table of opcodes. Every kernel file is opened and its header checked. NULL: err.
 */
trace_t *trace_open(const char *list_path, const char *sass_path, err_t *err);
void trace_destroy(trace_t *t); /* NULL is fine */

const char *trace_name(const trace_t *t); /* of the folder the list is in */
uint32_t trace_kernels(const trace_t *t); /* in the list's order; at least 1 */
uint32_t trace_streams(const trace_t *t); /* different CUDA streams */
/* CUDA stream of kernel i, numbered by appearance; from the 257th on they begin again at 0. */
uint32_t trace_stream(const trace_t *t, uint32_t i);
/* Kernel i, indexed now; it lives until it is released or the trace destroyed. NULL: err. */
const kernel_launch_t *trace_kernel(trace_t *t, uint32_t i, err_t *err);
void trace_release(trace_t *t, const kernel_launch_t *launch);

typedef struct {
    char name[24];        /* without modifiers */
    bool known;           /* in the table */
    const char *taken_as; /* the table's row; of an unknown one, its family's */
    uint64_t warp_insts;  /* read so far, over all kernels */
} trace_opcode_t;
/* Opcodes met so far, the commonest first: fills up to `room`, returns how many there are. */
uint32_t trace_opcodes(const trace_t *t, trace_opcode_t *out, uint32_t room);

typedef struct {
    uint64_t ctas, warp_insts, thread_insts;
    uint64_t lines;      /* different 128-byte lines of global memory */
    bool lines_at_least; /* more than the count keeps apart */
} trace_summary_t;
/* Reads every line of kernel i, which is *launch, to be released. False: err. */
bool trace_summarise(trace_t *t, uint32_t i, trace_summary_t *out, const kernel_launch_t **launch, err_t *err);

/* Runs a launch without timing, warp by warp, and writes it as version 5 to
 * <dir>/kernel-<number>.traceg. `binary` is the SM version that the header names, 30 to 129; instructions lie 16 bytes
 * apart from 70 on, before that 8. SASS names are the nearest by unit and operation; flat register r
 * becomes R(r mod 255). *warp_insts: written. False: err, and no file. */
bool trace_write_kernel(const kernel_launch_t *k, const char *dir, uint32_t number, uint32_t binary,
                        uint64_t *warp_insts, err_t *err);
/* <dir>/kernelslist.g over kernels 1 to `kernels`. */
bool trace_write_list(const char *dir, uint32_t kernels, err_t *err);

#endif
