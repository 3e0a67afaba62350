/* curve.h - the four types of performance over CTAs per SM [LCS §3]. */
#ifndef CTADEL_STATS_CURVE_H
#define CTADEL_STATS_CURVE_H

#include <stdint.h>

typedef enum {
    CURVE_FLAT, /* equal within the tolerance; no type of [LCS] */
    CURVE_I,    /* rises up to the last point */
    CURVE_II,   /* rises, then stays level */
    CURVE_III,  /* best with one CTA, then falls */
    CURVE_IV,   /* rises, then falls */
    CURVE_NONE  /* fewer than two points */
} curve_t;

/* value[i]: performance with i + 1 CTAs, > 0. Two values are equal if they differ by at most `tolerance` (0.02: 2 %) of
 * the larger. Type I requires that the last step is a rise. */
curve_t curve_type(const double *value, uint32_t count, double tolerance);
const char *curve_name(curve_t type); /* "I" .. "IV", "flat", "-" */

#endif
