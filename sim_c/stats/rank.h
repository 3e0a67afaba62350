/* rank.h - how well one series of measurements orders like another, and how far it is off. */
#ifndef CTADEL_STATS_RANK_H
#define CTADEL_STATS_RANK_H

#include <stdint.h>

/* Kendall's tau-b of a[] against b[], -1 .. 1. Two values of the same series tie when the larger is
 * less than 1 + tie times the smaller (0.01: under 1 %); all values > 0. A series of ties only has
 * no order: 1 if both are such, 0 if one is. NaN with fewer than two values. */
double rank_tau(const double *a, const double *b, uint32_t count, double tie);

/* exp(mean(|ln(ours / theirs)|)) - 1: 0.2 is "off by a factor of 1.2 either way". All values > 0;
 * NaN without any. */
double rank_geomean_error(const double *ours, const double *theirs, uint32_t count);

/* The largest max(ours / theirs, theirs / ours) - 1; its index at *which. NaN without any. */
double rank_worst_error(const double *ours, const double *theirs, uint32_t count, uint32_t *which);

#endif
