/* trace_internal.h - types and functions that the trace_*.c files share: header, opcode table, instructions, kernel. */
#ifndef CTADEL_TRACE_TRACE_INTERNAL_H
#define CTADEL_TRACE_TRACE_INTERNAL_H

#include "trace/trace.h"
#include "trace/trace_text.h"
#include "trace/tracez.h"

#include <stdio.h>

enum { TRACE_VERSION_2_0 = 6 /* of Accel-Sim 2.0: from it on lines have clusters, groups of GMMA, values */ };
enum { TRACE_NAME_CHARS = 255, TRACE_BINARY_VOLTA = 70, TRACE_VOLTA_INST_BYTES = 16 };
enum { TRACE_SHMEM_MAX = 228 * 1024, TRACE_LOCAL_MAX = 512 * 1024, TRACE_NREGS_MAX = 255 /* R0 to R254 */ };
enum { TRACE_THREADS_MAX = 1024, TRACE_HEADER_MAX_BYTES = 1 << 22 };
#define TRACE_LOCAL_WINDOW_BYTES 16384 /* from `local_base` on, generic accesses are local; value of Accel-Sim */

/* ---- lists of registers (trace_regs.c) ---- */

/* Flat numbers: R0 to R254 from 0 on, uniform ones UR, predicates P and UP of tracer version 6 behind them. */
enum { TRACE_UNIFORM_REGS = 256, TRACE_PREDICATES = 512, TRACE_UNIFORM_PREDICATES = 520, TRACE_FLAT_REGS = 528 };

/* Reads a count, up to `max`, and that many registers. R255, UR255, P7 and UP7 are left out, as they are constants;
 * *zero is set if R255 is one of them. False: err, which calls them `what` registers. */
bool trace_regs_read(const trace_text_t *t, const trace_line_t *line, const char **at, uint32_t max, const char *what,
                     uint16_t *reg, uint32_t *count, bool *zero, err_t *err);

typedef struct { /* what header lines say about the instruction at `pc` */
    uint64_t pc;
    bool registers, controlled; /* there is a line of this kind */
    uint32_t ndst, nsrc;        /* registers behind those that its lines name */
    uint16_t dst[WINST_DST_MAX], src[WINST_SRC_MAX];
    inst_control_t control; /* control bits, without operands */
} trace_more_t;
typedef struct { /* by ascending pc; starts as all zero */
    trace_more_t *at;
    uint32_t used, room;
} trace_mores_t;
/* The instruction whose pc stands at *at in a header line; moves *at behind it. The pc is not below that of the line
 * before. NULL: err. */
trace_more_t *trace_more_at(trace_mores_t *m, const trace_text_t *t, const trace_line_t *line, const char **at,
                            err_t *err);
/* Adds what stands at `at` in a header line: "pc count registers count registers". False: err. */
bool trace_mores_add(trace_mores_t *m, const trace_text_t *t, const trace_line_t *line, const char *at, err_t *err);
/* trace_control.c: the same of a line "pc stall yield write read mask reuse"; writes such a line. */
bool trace_mores_control(trace_mores_t *m, const trace_text_t *t, const trace_line_t *line, const char *at, err_t *err);
void trace_control_put(FILE *f, uint64_t pc, const inst_control_t *bits);
const trace_more_t *trace_mores_of(const trace_mores_t *m, uint64_t pc); /* NULL: none */
void trace_mores_free(trace_mores_t *m);

/* ---- header (trace_head.c) ---- */

typedef struct {
    char name[TRACE_NAME_CHARS + 1]; /* cut if longer */
    uint32_t grid[3], block[3];
    uint32_t shmem_bytes, binary, version;
    uint32_t nregs;       /* of a thread; it and `binary` may be garbage before trace_odd_check */
    uint32_t local_bytes; /* local memory of a thread; 0: unknown */
    uint64_t stream, shmem_base, local_base;
    bool lineinfo;
    uint64_t binary_at; /* offset of the line that has `binary` */
    uint64_t bytes;     /* of the text up to the line that ends the header */
    trace_mores_t mores;
} trace_head_t;
/* Reads up to and with the first line that begins with '#'. *begins: that line is #BEGIN_TB. The caller frees h->mores,
 * also after an error. */
bool trace_head_read(trace_lines_t *l, const trace_text_t *text, trace_head_t *h, bool *begins, err_t *err);

/* ---- the table of opcodes (trace_sass.c) ---- */

typedef struct {
    char name[24];
    uint32_t from, to; /* binary versions, inclusive */
    uint8_t unit, lat, op, space;
    uint8_t special; /* of winst_t */
    bool generic;    /* the address determines the space */
    bool unmodelled; /* issued as a no-op: the model lacks its function */
} trace_sass_row_t;
typedef struct trace_sass trace_sass_t;
trace_sass_t *trace_sass_load(const char *path, err_t *err); /* NULL: err */
void trace_sass_destroy(trace_sass_t *s);                    /* NULL is fine */
/* The row of this name. *known false: the row with the longest name that is a prefix of it, or a row for integer ALU
 * instructions if there is none. Never NULL. */
const trace_sass_row_t *trace_sass_find(const trace_sass_t *s, const char *name, size_t chars, uint32_t binary,
                                        bool *known);

/* ---- opcodes read so far (trace_opcode.c) ---- */

typedef struct {
    trace_opcode_t pub;
    uint32_t binary;
    const trace_sass_row_t *row;
} trace_met_t;
typedef struct {
    trace_met_t **met; /* array of pointers, because instructions point to the entries */
    uint32_t used, room;
} trace_mets_t;
/* The entry of an opcode; creates it. `chars` is below sizeof trace_opcode_t.name. NULL: table full or out of memory.
 */
trace_met_t *trace_met(trace_mets_t *m, const trace_sass_t *sass, const char *name, size_t chars, uint32_t binary);
void trace_mets_free(trace_mets_t *m);

/* ---- different instructions of a kernel (trace_inst.c) ---- */

enum { TRACE_SEEN_BYTES = 100 /* a longer line is parsed each time */, TRACE_INSTS_MAX = 1 << 17 };

typedef struct trace_inst {
    winst_t w;
    trace_met_t *opcode;
    bool generic, access, listed; /* access: a memory access; listed: the line has an address per lane */
    bool bulk;                    /* a bulk copy (TMA): the line has what trace_bulk_read reads */
    uint8_t seen_bytes;           /* used bytes of `seen`; 0: none */
    uint32_t seen_lanes, text_bytes;
    uint32_t number;             /* in the order of decoding, from 0 */
    struct trace_inst *after;    /* the instruction that followed it last; NULL: none yet */
    char seen[TRACE_SEEN_BYTES]; /* a line of this instruction, up to its addresses, or with its line end if it has none
                                  */
    char text[];                 /* fields of the line from the count of destinations to the width */
} trace_inst_t;
typedef struct {
    trace_inst_t **slot; /* open addressing, room a power of two */
    uint32_t used, room;
    bool fixed; /* a line of another instruction is refused, without err */
} trace_insts_t;
void trace_insts_free(trace_insts_t *t);
/* Adds the instructions that `from` has and `to`, which has only copies of its first ones, has not. False: no memory.
 */
bool trace_insts_copy(trace_insts_t *to, const trace_insts_t *from);

/* ---- one kernel (trace_index.c, trace_line.c, trace_cta.c) ---- */

typedef struct trace_kernel trace_kernel_t;

typedef struct {       /* where a kernel's instructions come from: its text, or its compact form */
    frontend_ops_t fe; /* self is a trace_kernel_t */
    /* Distance of instructions that the first ones of the first warp with any show: 8 or 16 bytes. 0: err. */
    uint32_t (*spacing_bytes)(trace_kernel_t *k, err_t *err);
    bool (*decode)(trace_kernel_t *k, err_t *err); /* brings all instructions into k->insts. False: err */
    /* Calls `see` for each instruction that a warp executes, with its number, without counting it: warp by warp. Decode
     * first. False: err. */
    bool (*flow)(trace_kernel_t *k, void (*see)(void *to, uint64_t warp, uint32_t number), void *to, err_t *err);
} trace_source_t;
extern const trace_source_t trace_text_source, trace_packed_source;

typedef struct trace_spare { /* what a CTA of either front end begins with */
    struct trace_spare *next;
} trace_spare_t;

struct trace_kernel {
    const trace_source_t *source;
    struct trace_packed *packed; /* NULL: it runs from its text */
    trace_head_t head;
    trace_text_t *text;
    const trace_sass_t *sass;
    trace_mets_t *mets;
    uint64_t *warp_at; /* [CTA][warp]: offset of the warp's "insts =" line; 0: the file has no such CTA */
    uint64_t ctas;
    uint64_t ctas_absent, ctas_cut, warps_empty; /* CTAs without lines; of them behind the last that has some; warps of
                                                    the others without instructions */
    uint32_t cluster_ctas;                       /* of the largest cluster; 0 or 1: none */
    bool strict;                                 /* an opcode that is not in the table is a mistake */
    bool nregs_replaced, binary_replaced;        /* the instructions decide, not the header */
    uint32_t nregs_found, binary_found;          /* then: numbers of the header */
    uint32_t warps, threads;
    trace_insts_t insts;
    trace_spare_t *spare; /* pool of ended CTAs */
    kernel_launch_t launch;
    trace_kernel_t *next; /* next loaded kernel of the trace */
};

/* Lanes of warp w of a CTA that have a thread. */
static inline uint32_t trace_lanes_of(const trace_kernel_t *k, uint32_t w)
{
    const uint32_t rest = k->threads - w * TRACE_WARP_LANES;
    return rest < TRACE_WARP_LANES ? (UINT32_C(1) << rest) - 1 : UINT32_MAX;
}

#define TRACE_NO_WARP UINT64_MAX /* in warp_at: the CTA has no lines for this warp */

void trace_sizes(trace_kernel_t *k); /* computes threads, warps and ctas from the header */

/* trace_spare.c: the pool of ended CTAs, so that a CTA seldom needs the heap. */
void *trace_spare_take(trace_kernel_t *k); /* NULL: it is empty */
void trace_spare_put(trace_kernel_t *k, trace_spare_t *cta);
void trace_spare_free(trace_kernel_t *k); /* empties it */

/* Sees an instruction of warp number `warp` of the grid, with addresses as in the text. False: ends the walk. */
typedef bool trace_visit_t(void *self, uint64_t warp, const trace_inst_t *inst, const winst_exec_t *x);
/* Reads every line of the warps with numbers from `from` up to before `to`, in this order. `visit` may be NULL. False:
 * err, `visit` ended it, or k->insts is fixed. */
bool trace_walk(trace_kernel_t *k, uint64_t from, uint64_t to, trace_visit_t *visit, void *self, err_t *err);

/* trace_load.c: loads the kernel at `path`, from the folder `cache` if it is not NULL and has its compact form, or can
 * get it. k is all zero but for sass and mets. False: err. Unload it in any case. */
bool trace_load(trace_kernel_t *k, const char *path, const trace_cache_t *cache, err_t *err);
void trace_unload(trace_kernel_t *k);

/* trace_odd.c: where the header has a number of registers or a binary version that no GPU has, the instructions decide.
 * Call it once the source is known. False: err. */
bool trace_odd_check(trace_kernel_t *k, err_t *err);

typedef struct {
    char *path;
    uint64_t stream_id;
    uint32_t stream; /* number of stream_id, see trace_stream */
} trace_item_t;
typedef struct { /* starts as all zero */
    trace_item_t *item;
    uint32_t items, room;
    uint64_t *stream; /* different ids, in order of appearance */
    uint32_t streams;
} trace_list_t;
/* trace_list.c: reads a kernelslist.g and the headers of its kernels; those of a binary version above `newest_binary`
 * are refused unless it is 0. False: err. Free it in any case. */
bool trace_list_read(trace_list_t *t, const char *path, uint32_t newest_binary, err_t *err);
void trace_list_free(trace_list_t *t);
bool trace_list_names_kernel(const trace_line_t *line); /* the line of a list names a kernel's file */

/* trace_out.c: a kernel's file that appears complete or not at all. `clusters`: a text says where in a cluster each CTA
 * is; `sample`: lines for the dictionary of an indexed file. NULL: err. */
typedef struct trace_out trace_out_t;
typedef struct {
    trace_form_t form; /* not TRACE_PACKED, which trace_pack_write makes */
    bool clusters;
    const char *head, *sample; /* texts */
    size_t head_bytes, sample_bytes;
} trace_out_opts_t;
trace_out_t *trace_out_open(const char *path, const trace_out_opts_t *opts, err_t *err);
void trace_out_cta(trace_out_t *o, const tracez_cta_t *cta, uint32_t warps);
void trace_out_warp(trace_out_t *o, uint32_t warp, uint64_t insts);
void trace_out_line(trace_out_t *o, const char *line, size_t chars);
bool trace_out_commit(trace_out_t *o, err_t *err); /* both free the object; false: err, and there is no file */
void trace_out_abort(trace_out_t *o);              /* NULL is fine */
const char *trace_out_ending(trace_form_t form);   /* of the file's name */

typedef struct { /* sees what the first pass reads, in the order of the text */
    void *self;
    void (*cta)(void *self, const tracez_cta_t *cta); /* before the first warp of each CTA that has one */
    void (*warp)(void *self, uint32_t warp, uint64_t insts);
    void (*line)(void *self, const char *line, size_t chars); /* of the warp */
} trace_sink_t;
/* trace_index.c, first pass: fills head, sizes and warp_at. `sink` may be NULL. False: err. */
bool trace_index(trace_kernel_t *k, const trace_sink_t *sink, err_t *err);
/* trace_cluster.c: a line "cluster ... = " of a CTA, which says where in a cluster the CTA is. False: err. */
bool trace_cluster_read(const trace_kernel_t *k, const trace_line_t *line, tracez_cta_t *cta, err_t *err);
uint32_t trace_cluster_ctas(const tracez_cta_t *cta); /* the least size of a cluster that has this CTA */

typedef struct { /* an instruction line, parsed up to its addresses */
    trace_inst_t *inst;
    uint32_t lanes;
    const char *rest; /* the unparsed end of the line: addresses, immediate */
} trace_parsed_t;
bool trace_line_parse(trace_kernel_t *k, const trace_line_t *line, trace_parsed_t *out, err_t *err);
/* trace_inst.c: the instruction whose text begins at *at; moves *at behind the text. NULL: err. */
trace_inst_t *trace_inst_at(trace_kernel_t *k, uint64_t pc, const trace_line_t *line, const char **at, err_t *err);
/* trace_place.c: the space of a generic address; addresses of shared and local memory become those of the timing model:
 * shared ones from 0, local ones as local_map.h lays them out for this CTA. */
uint8_t trace_space(const trace_head_t *h, uint64_t addr);
void trace_place(const trace_kernel_t *k, const local_home_t *home, uint32_t warp, winst_exec_t *x);
/* trace_addr.c: lanes and addresses of a parsed line. False: err. */
bool trace_addr_read(const trace_kernel_t *k, const trace_line_t *line, const trace_parsed_t *p, winst_exec_t *out,
                     err_t *err);
/* trace_bulk.c: whether an opcode is a bulk copy (TMA); moves *at behind its fields, which end with address mode 3 or 4
 * and its addresses. The model issues it and moves nothing. False: err. */
bool trace_bulk_is(const char *opcode, const char *end);
bool trace_bulk_read(const trace_kernel_t *k, const trace_line_t *line, const char **at, err_t *err);

/* ---- what kernels lack (trace_odd.c) ---- */

typedef struct { /* a number that was replaced: in how many kernels; in the first of them */
    uint32_t kernels, found, taken_as;
} trace_replaced_t;
typedef struct {
    uint64_t ctas, ctas_cut, warps; /* absent CTAs, those at the end of a file, empty warps */
    uint32_t cluster_ctas;          /* of the largest cluster */
    trace_replaced_t nregs, binary;
} trace_odd_t;
void trace_odd_add(trace_odd_t *o, const trace_kernel_t *k);
void trace_odd_text(const trace_odd_t *o, char *text, size_t bytes);

/* trace_code.c: frontend_ops_t.code */
bool trace_code(void *k, void (*see)(void *to, const frontend_inst_t *in), void *to, err_t *err);

/* trace_name.c: the nearest SASS name of a warp instruction. */
const char *trace_nearest_name(const winst_t *w, uint8_t space, char text[40]);

#endif
