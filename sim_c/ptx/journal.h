/* journal.h - the lines of global memory that a launch touches, with their bytes before and after the launch.
 *
 * A later launch with the same arguments that finds the same bytes in the same lines does the same work. Its result is
 * obtained without simulation: footprint_write writes the lines that the first launch changed.
 *
 * The caller ensures that nothing else writes to device memory while a journal is recorded. */
#ifndef CTADEL_PTX_JOURNAL_H
#define CTADEL_PTX_JOURNAL_H

#include "ptx/gmem.h"

typedef struct journal journal_t;     /* records a running launch */
typedef struct footprint footprint_t; /* the record of a finished launch */

enum { JOURNAL_LINE_BYTES = 128 };

journal_t *journal_create(gmem_t *g); /* NULL: out of memory. The gmem outlives it */
void journal_destroy(journal_t *j);   /* NULL is fine */

/* Records the lines of [addr, addr + bytes), which lies inside the arena. Call it before the bytes are accessed. */
void journal_touch(journal_t *j, uint64_t addr, uint64_t bytes);
/* The same for a whole buffer or texture; cheap when repeated for the same range. */
void journal_touch_whole(journal_t *j, uint64_t addr, uint64_t bytes);
/* The launch has an effect that a journal cannot record: the next journal_end returns NULL. */
void journal_spoil(journal_t *j);

/* The record since the last journal_end; empties the journal. NULL: the journal is spoilt, the launch touched a buffer
 * marked by gmem_share, or memory ran out. */
footprint_t *journal_end(journal_t *j);

void footprint_destroy(footprint_t *f);                          /* NULL is fine */
bool footprint_same(const footprint_t *a, const footprint_t *b); /* same lines with the same bytes before the launch */
bool footprint_holds(const footprint_t *f, gmem_t *g); /* g holds the bytes from before, in the same buffers */
void footprint_write(const footprint_t *f, gmem_t *g); /* writes the bytes from after the launch */
uint64_t footprint_bytes(const footprint_t *f);        /* host memory that the footprint occupies */

#endif
