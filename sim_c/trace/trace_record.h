/* trace_record.h - makes the records of a compact form (trace_pack.h) from instructions, in the order of their warps.
 */
#ifndef CTADEL_TRACE_TRACE_RECORD_H
#define CTADEL_TRACE_TRACE_RECORD_H

#include "trace/trace_pack.h"

#include <xxhash.h>

enum { RECORD_BUFFER_BYTES = 1 << 20, RECORD_WARPS = 1 << 12 };

typedef struct {
    FILE *f;                      /* file of the compact form; NULL: what does not fit into the buffers fails */
    XXH3_state_t *body, *offsets; /* hashes of what was written behind the warps' offsets, and of these */
    uint64_t at;                  /* offset in the file behind what was put */
    uint64_t warps;               /* of which the begin is known */
    uint32_t run;                 /* instructions that a PACK_RUN record is still to hold */
    uint32_t next;                /* the instruction behind the last */
    uint32_t lanes;               /* of the last */
    bool failed;
    uint32_t used, noted; /* bytes in the buffer; offsets in warp_at */
    uint64_t warp_at[RECORD_WARPS];
    uint8_t buffer[RECORD_BUFFER_BYTES];
} trace_record_t;

/* Adds up to RECORD_BUFFER_BYTES. Here and below, a failure is noted in r->failed. */
void trace_record_put(trace_record_t *r, const void *from, size_t bytes);
bool trace_record_visit(void *r, uint64_t warp, const trace_inst_t *inst, const winst_exec_t *x); /* a trace_visit_t */
/* Ends the last warp; warps up to before `behind` that were not visited are empty. */
void trace_record_end(trace_record_t *r, uint64_t behind);
void trace_record_flush(trace_record_t *r); /* writes what is in the buffers */
/* Adds the records in the buffers of `from`, whose offsets begin at 0, and which begin with the warp that r expects. */
void trace_record_add(trace_record_t *r, const trace_record_t *from);

/* trace_parts.c: adds all warps of a kernel, whose text several threads read; what is added does not depend on their
 * number. False: the text has a mistake, or a failure. */
bool trace_parts_walk(trace_kernel_t *k, uint32_t threads, trace_record_t *r);

#endif
