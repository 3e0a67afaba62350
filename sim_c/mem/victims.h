/* victims.h - victim tags of an L1 data cache, per warp [CCWS §3.1]: the lines that a warp brought in and that were
 * replaced. Tags only, no data.
 *
 * Each warp has a set-associative array of 8 ways; the oldest tag of a set is replaced first. */
#ifndef CTADEL_MEM_VICTIMS_H
#define CTADEL_MEM_VICTIMS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct victims victims_t;

/* tags: per warp, a power of two; fewer than 8 form one set. NULL only when out of memory. */
victims_t *victims_create(uint32_t warps, uint32_t tags);
void victims_destroy(victims_t *v); /* NULL is fine */

void victims_add(victims_t *v, uint32_t warp, uint64_t line);  /* becomes the newest of its set */
bool victims_take(victims_t *v, uint32_t warp, uint64_t line); /* true: the line was there and is removed */
void victims_clear(victims_t *v, uint32_t warp);

#endif
