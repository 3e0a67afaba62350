/* trend.h - which of two kernels on an SM gets one more CTA, from how busy its pipelines are [SMK §3.4].
 *
 * Utilisations are in 1024ths, of LD/ST of the one unit, of SP of eight pipelines. The reference is the mean of the
 * last sample and of the reference before it. */
#ifndef CTADEL_POLICY_TREND_H
#define CTADEL_POLICY_TREND_H

#include "policy/policy.h"

enum { TREND_SP, TREND_LDST, TREND_PIPES };
enum { TREND_SEATS = 2 };

typedef struct {                                           /* of one SM, unit-cycles; zero to begin with */
    uint64_t cycles, busy[TREND_PIPES], part[TREND_PIPES]; /* part: of seat 0 */
} trend_sample_t;

typedef struct {                                                 /* zero to begin with */
    bool known;                                                  /* there has been a sample */
    uint32_t whole[TREND_PIPES], seat[TREND_SEATS][TREND_PIPES]; /* utilisation of the SM, and by each seat's kernel */
} trend_t;

/* Adds the SM's part of a report, up to 65504 cycles of a sample. */
void trend_add(trend_sample_t *sample, const disp_mon_t *mon, uint32_t sm);

/* The seat whose kernel prefers the pipeline whose utilisation fell most below the reference; -1: none fell, or there
 * is no reference. A tie goes to seat `earlier`. Updates the reference by the sample, of one cycle at least. */
int32_t trend_decide(trend_t *trend, const trend_sample_t *sample, uint32_t earlier);

#endif
