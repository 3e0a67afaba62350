/* curve.h - the four ways performance answers to more CTAs per SM [LCS §3]. */
#ifndef CTADEL_STATS_CURVE_H
#define CTADEL_STATS_CURVE_H

#include <stdint.h>

typedef enum {
    CURVE_FLAT, /* within the tolerance all along; [LCS] has no name for it */
    CURVE_I,    /* rises to the end */
    CURVE_II,   /* rises, then stays */
    CURVE_III,  /* best with one CTA, falls */
    CURVE_IV,   /* rises, then falls */
    CURVE_NONE  /* fewer than two points */
} curve_t;

/* value[i]: performance with i + 1 CTAs, all > 0. Two values are alike when they differ by at most
 * `tolerance` (0.02: 2 %) of the larger. Type I needs the last step alone to be a rise. */
curve_t curve_type(const double *value, uint32_t count, double tolerance);
const char *curve_name(curve_t type); /* "I" .. "IV", "flat", "-" */

#endif
