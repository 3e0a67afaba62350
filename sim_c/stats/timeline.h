/* timeline.h - when which CTA stood where, as a Chrome/Perfetto trace: a process with a thread per stream, a bar per
 * kernel, and counters of what concerns all SMs; then a process per SM with a thread per CTA slot, a bar per CTA, a
 * thread of causes for which the SM got no CTA, and a counter of paused CTAs. Written while the run goes on; the file
 * appears at timeline_close. */
#ifndef CTADEL_STATS_TIMELINE_H
#define CTADEL_STATS_TIMELINE_H

#include "base/err.h"

#include <stdint.h>

typedef struct timeline timeline_t;

typedef struct {
    const char *kernel;  /* valid until the CTA has ended */
    uint32_t id, stream; /* of the kernel */
    uint32_t x, y, z;    /* CTA coordinates */
    uint32_t lid;        /* linear id */
    uint32_t sm, slot;
} timeline_cta_t;

typedef struct {
    const char *name;
    uint32_t id, stream; /* stream 0..255 */
    uint64_t begin_cycle, end_cycle;
} timeline_kernel_t;

/* core_mhz turns cycles into the viewer's microseconds. NULL: err. */
timeline_t *timeline_open(const char *path, uint32_t sms, uint32_t slots, uint32_t core_mhz, err_t *err);
void timeline_begin(timeline_t *t, uint64_t cycle, const timeline_cta_t *cta);
void timeline_end(timeline_t *t, uint64_t cycle, uint32_t sm, uint32_t slot);
/* Number of paused CTAs on the SM from this cycle on: a counter track. */
void timeline_paused(timeline_t *t, uint64_t cycle, uint32_t sm, uint32_t ctas);
/* Why the SM gets no CTA from this cycle on: a bar on its thread "no CTA". NULL: it has no bar. `cause`: static text.
 */
void timeline_refused(timeline_t *t, uint64_t cycle, uint32_t sm, const char *cause);
void timeline_kernel(timeline_t *t, const timeline_kernel_t *k); /* a kernel that has ended */
/* Limit of the kernel's CTAs per SM from this cycle on: a counter track per kernel, "Tb NAME ID". */
void timeline_quota(timeline_t *t, uint64_t cycle, const char *kernel, uint32_t id, uint32_t ctas);
/* Utilisation of all SMs' SP pipelines and LD/ST units from this cycle on, 0..1: two counter tracks. */
void timeline_units(timeline_t *t, uint64_t cycle, double sp, double ldst);
/* A word of otherData, which a viewer shows with the file; both valid until timeline_close. At most TIMELINE_WORDS. */
enum { TIMELINE_WORDS = 8 };
void timeline_word(timeline_t *t, const char *name, const char *word);
/* Both free the object. A bar that has not ended is left out, unless the run stops in the middle, at `cycle`: the bars
 * end there, and otherData says why as "ended". `ended` NULL: the run is complete. False: err, and no file
 * is left. */
bool timeline_close(timeline_t *t, const char *ended, uint64_t cycle, err_t *err);
void timeline_abort(timeline_t *t); /* no file; NULL is fine */

#endif
