/* trace.h - reads and writes Accel-Sim traces. A kernelslist.g becomes launches behind the same front-end interface as
 * PTX; any launch can be written as a trace for other tools.
 *
 * Reads .traceg, .traceg.xz, .tracez and compact forms, .pack (trace_pack.h), tracer versions up to 6, address modes 0
 * to 4, with or without line information. A message about a .tracez counts the lines of the .traceg that trace_convert
 * makes of it. From text, the first pass over a kernel checks its structure and records where each warp begins, and an
 * instruction line is parsed when its warp issues it, so a trace of any size takes little memory and CTAs may run in
 * any order. A mistake inside a line is therefore reported when the line issues; trace_summarise reads all lines. With
 * a cache, the first load of a kernel reads all lines and, if they are free of mistakes, writes the compact form
 * (trace_pack.h) that this run and later ones map into memory. A cache that cannot be used is ignored without a
 * message.
 *
 * A line names at most one destination and four sources. For an instruction with more, a trace that trace_write_kernel
 * wrote has a header line "-ctadel registers = PC n R.. n R..", with its further destinations and sources; traces of
 * other tools lack them. Lines "-ctadel control = PC STALL YIELD WRITE READ MASK REUSE" give control bits
 * (isa/control.h) of an instruction: counters 0 to 5 or -1, masks in decimal. Every trace lacks, so the model lacks:
 * events that order streams; those of tracers before version 6 also predicate and uniform registers. Values, which
 * version 6 may have, are skipped. */
#ifndef CTADEL_TRACE_TRACE_H
#define CTADEL_TRACE_TRACE_H

#include "isa/frontend.h"

#include <stddef.h>

typedef struct trace trace_t;

enum { TRACE_WARP_LANES = 32, TRACE_STREAMS = 256 };

typedef struct {
    const char *folder; /* of the compact forms of kernels, created if missing */
    uint32_t threads;   /* of this host, which make a form; it is the same for any number. 0: 1 */
} trace_cache_t;
typedef struct {
    const trace_cache_t *cache; /* NULL: kernels run from their text */
    bool strict; /* an opcode that is not in the table, or that is issued as a no-op, is refused before the kernel runs
                  */
    uint32_t newest_binary; /* a kernel of a newer binary version is refused; 0: none is */
} trace_opts_t;
/* Opens a kernelslist.g and checks the header of every kernel file. `sass_path`: the opcode table. `opts` NULL: all 0.
 * NULL: err. */
trace_t *trace_open(const char *list_path, const char *sass_path, const trace_opts_t *opts, err_t *err);
void trace_destroy(trace_t *t); /* NULL is fine */

const char *trace_name(const trace_t *t); /* of the folder the list is in */
uint32_t trace_kernels(const trace_t *t); /* in the list's order; at least 1 */
/* CUDA stream of kernel i, 0 to TRACE_STREAMS - 1: numbered by first appearance, modulo TRACE_STREAMS. */
uint32_t trace_stream(const trace_t *t, uint32_t i);
/* Loads kernel i. The launch lives until trace_release or trace_destroy. NULL: err. */
const kernel_launch_t *trace_kernel(trace_t *t, uint32_t i, err_t *err);
void trace_release(trace_t *t, const kernel_launch_t *launch);

typedef struct {
    char name[24];        /* without modifiers */
    bool known;           /* the table has a row of this name */
    bool unmodelled;      /* issued as a no-op: the model lacks its function */
    const char *taken_as; /* name of the table row that models it */
    uint64_t warp_insts;  /* executed so far, over all kernels */
} trace_opcode_t;
/* Opcodes of the kernels loaded so far, by descending count: fills up to `room` entries of `out`, returns their total
 * number. */
uint32_t trace_opcodes(const trace_t *t, trace_opcode_t *out, uint32_t room); /* room 0: out may be NULL */

/* Remarks on what the kernels loaded so far lack, in words; "" if there are none. */
void trace_notes(const trace_t *t, char *text, size_t bytes);

typedef struct {
    uint64_t ctas, warp_insts, thread_insts;
    uint64_t lines;      /* different 128-byte lines of global memory */
    bool lines_at_least; /* the counter was full: `lines` is a lower bound */
} trace_summary_t;
/* Executes kernel i once without timing. *launch: the kernel, to be released by trace_release, also after an error;
 * NULL: it could not be loaded. False: err. */
bool trace_summarise(trace_t *t, uint32_t i, trace_summary_t *out, const kernel_launch_t **launch, err_t *err);

typedef enum { TRACE_TEXT, TRACE_INDEXED, TRACE_PACKED } trace_form_t; /* .traceg, .tracez, .pack */

/* Runs a launch without timing and writes it to <dir>/kernel-<number>.traceg or .tracez, in format version 5. `form` is
 * not TRACE_PACKED, which trace_convert makes. `binary`:
 * the SM version in the header, 30 to 129; instructions are 16 bytes apart from 70 on, 8 bytes before. Addresses of
 * local memory are offsets of a thread; the header line "-ctadel local bytes" has its size. Accel-Sim skips header
 * lines that begin with "-ctadel". SASS names are the nearest by unit and operation; flat register r is R<r>, and more
 * than 255 of them are refused. *warp_insts: number of instructions written. False: err, and no file is left. */
bool trace_write_kernel(const kernel_launch_t *k, const char *dir, uint32_t number, trace_form_t form, uint32_t binary,
                        uint64_t *warp_insts, err_t *err);
/* Writes <dir>/kernelslist.g, which lists kernels 1 to `kernels`. False: err. */
bool trace_write_list(const char *dir, uint32_t kernels, trace_form_t form, err_t *err);

#endif
