/* journal.h - what one launch touches of global memory, by lines: what they held before it, and what it has left in
 * them. A launch with the same arguments that finds the same bytes in the same lines can only do again what this one
 * did, so that its result is had by writing the lines that this one changed.
 *
 * That holds while nothing else writes to device memory: the user of a journal watches over that. */
#ifndef CTADEL_PTX_JOURNAL_H
#define CTADEL_PTX_JOURNAL_H

#include "ptx/gmem.h"

typedef struct journal journal_t;     /* of a launch that runs */
typedef struct footprint footprint_t; /* of one that has ended */

enum { JOURNAL_LINE_BYTES = 128 };

journal_t *journal_create(gmem_t *g); /* NULL: out of memory. The gmem outlives it */
void journal_destroy(journal_t *j);   /* NULL is fine */

/* Before these bytes, which the arena holds, are read or written. */
void journal_touch(journal_t *j, uint64_t addr, uint64_t bytes);
/* The same for a whole buffer or texture, at little cost if it was said before. */
void journal_touch_whole(journal_t *j, uint64_t addr, uint64_t bytes);
void journal_spoil(journal_t *j); /* what is written here tells nothing: journal_end returns NULL */

/* Of what was touched since the last end; the journal is empty again. NULL: it is spoilt, it touches a buffer that the
 * host reaches (gmem_share), or there is no memory for it. */
footprint_t *journal_end(journal_t *j);

void footprint_destroy(footprint_t *f);                          /* NULL is fine */
bool footprint_same(const footprint_t *a, const footprint_t *b); /* lines, and what they held before */
bool footprint_holds(const footprint_t *f, gmem_t *g);           /* what it held before is there, in the same buffers */
void footprint_write(const footprint_t *f, gmem_t *g);           /* what the launch has left */
uint64_t footprint_bytes(const footprint_t *f);                  /* of the host */

#endif
