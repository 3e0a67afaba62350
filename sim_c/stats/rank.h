/* rank.h - agreement of two series of measurements: order, and relative error. */
#ifndef CTADEL_STATS_RANK_H
#define CTADEL_STATS_RANK_H

#include <stdbool.h>
#include <stdint.h>

/* Kendall's tau-b of a[] and b[], -1 .. 1. Two values of a series tie if the larger is less than 1 + tie times the
 * smaller (0.01: under 1 %); all values > 0. If all pairs of a series tie: 1 if those of the other do too, else 0. NaN
 * with fewer than two values. */
double rank_tau(const double *a, const double *b, uint32_t count, double tie);

/* Spearman's rho of a[] and b[], -1 .. 1: the linear correlation of their ranks, from 1; equal values share the mean of
 * their ranks. For series too long for rank_tau, which compares all pairs. Replaces the values by their ranks. If all
 * values of a series are equal: 1 if those of the other are too, else 0. NaN with fewer than two values. False: out of
 * memory. */
bool rank_rho(double *a, double *b, uint32_t count, double *rho);

/* exp(mean(|ln(ours / theirs)|)) - 1: 0.2 means a factor of 1.2 in either direction. All values > 0; NaN if count is 0.
 */
double rank_geomean_error(const double *ours, const double *theirs, uint32_t count);

/* The largest max(ours / theirs, theirs / ours) - 1, its index in *which. NaN if count is 0. */
double rank_worst_error(const double *ours, const double *theirs, uint32_t count, uint32_t *which);

#endif
