/* trace_internal.h - what the trace_*.c files share: header, opcode table, instructions, a kernel.
 */
#ifndef CTADEL_TRACE_TRACE_INTERNAL_H
#define CTADEL_TRACE_TRACE_INTERNAL_H

#include "trace/trace.h"
#include "trace/trace_text.h"

enum { TRACE_NAME_CHARS = 255, TRACE_BINARY_VOLTA = 70 };
enum { TRACE_SHMEM_MAX = 228 * 1024, TRACE_NREGS_MAX = 255, TRACE_THREADS_MAX = 1024 };
#define TRACE_LOCAL_WINDOW_BYTES 16384 /* Accel-Sim's, above `local_base`, for generic accesses */

/* ---- header (trace_head.c) ---- */

typedef struct {
    char name[TRACE_NAME_CHARS + 1]; /* cut if longer */
    uint32_t grid[3], block[3];
    uint32_t shmem_bytes, nregs, binary, version;
    uint64_t stream, shmem_base, local_base;
    bool lineinfo;
} trace_head_t;
/* Reads up to the first line that begins with '#'. *begins: that line is #BEGIN_TB already. */
bool trace_head_read(trace_lines_t *l, const trace_text_t *text, trace_head_t *h, bool *begins, err_t *err);

/* ---- the table of opcodes (trace_sass.c) ---- */

typedef struct {
    char name[24];
    uint32_t from, to; /* binary versions, inclusive */
    uint8_t unit, lat, op, space;
    bool generic; /* space is in the address */
} trace_sass_row_t;
typedef struct trace_sass trace_sass_t;
trace_sass_t *trace_sass_load(const char *path, err_t *err); /* NULL: err */
void trace_sass_destroy(trace_sass_t *s);                    /* NULL is fine */
/* The row of that name, or of the longest name it begins with (*known false), or of IADD. */
const trace_sass_row_t *trace_sass_find(const trace_sass_t *s, const char *name, size_t chars, uint32_t binary,
                                        bool *known);

/* ---- opcodes met (trace_opcode.c) ---- */

typedef struct {
    trace_opcode_t pub;
    uint32_t binary;
    const trace_sass_row_t *row;
} trace_met_t;
typedef struct {
    trace_met_t **met; /* pointers stay: instructions keep them */
    uint32_t used, room;
} trace_mets_t;
/* NULL: no room or memory. `chars` fits trace_opcode_t.name. */
trace_met_t *trace_met(trace_mets_t *m, const trace_sass_t *sass, const char *name, size_t chars, uint32_t binary);
void trace_mets_free(trace_mets_t *m);

/* ---- different instructions of a kernel (trace_inst.c) ---- */

enum { TRACE_SEEN_BYTES = 100 }; /* longer lines are parsed each time */

typedef struct trace_inst {
    winst_t w;
    trace_met_t *opcode;
    bool generic, access, listed; /* access: a memory access; listed: the line has addresses */
    uint8_t seen_bytes;           /* 0: nothing to compare with */
    uint32_t seen_lanes, text_bytes;
    struct trace_inst *after;    /* what followed it last, NULL: nothing yet */
    char seen[TRACE_SEEN_BYTES]; /* a line of it: up to the addresses, without any with its end */
    char text[];                 /* from the count of destinations to the width, as it stands in the line */
} trace_inst_t;
typedef struct {
    trace_inst_t **slot; /* open addressing, room a power of two */
    uint32_t used, room;
} trace_insts_t;
void trace_insts_free(trace_insts_t *t);

/* ---- one kernel (trace_index.c, trace_line.c, trace_cta.c) ---- */

typedef struct trace_kernel {
    trace_head_t head;
    trace_text_t *text;
    const trace_sass_t *sass;
    trace_mets_t *mets;
    uint64_t *warp_at; /* [CTA][warp]: offset of its "insts =" line, 0: not met yet */
    uint64_t ctas;
    uint32_t warps, threads;
    trace_insts_t insts;
    fe_cta_t *spare; /* pool of ended CTAs */
    kernel_launch_t launch;
    struct trace_kernel *next; /* the trace's other kernels that are loaded */
} trace_kernel_t;

extern const frontend_ops_t trace_ops; /* self is a trace_kernel_t */
/* Distance of consecutive instructions in bytes; 0: err. */
uint32_t trace_inst_spacing(trace_kernel_t *k, err_t *err);
void trace_ctas_free(trace_kernel_t *k); /* the pool */

bool trace_index(trace_kernel_t *k, err_t *err); /* reads head and warp_at */

typedef struct { /* an instruction line up to its addresses */
    trace_inst_t *inst;
    uint32_t lanes;
    const char *rest; /* addresses and immediate */
} trace_parsed_t;
bool trace_line_parse(trace_kernel_t *k, const trace_line_t *line, trace_parsed_t *out, err_t *err);
/* trace_inst.c: the instruction whose text begins at *at, which moves behind it. NULL: err. */
trace_inst_t *trace_inst_at(trace_kernel_t *k, uint64_t pc, const trace_line_t *line, const char **at, err_t *err);
/* trace_addr.c: lanes and addresses of a parsed line. False: err. */
bool trace_addr_read(const trace_kernel_t *k, const trace_line_t *line, const trace_parsed_t *p, winst_exec_t *out,
                     err_t *err);

/* trace_name.c: the nearest SASS name of a warp instruction. */
const char *trace_nearest_name(const winst_t *w, uint8_t space, char text[40]);

#endif
