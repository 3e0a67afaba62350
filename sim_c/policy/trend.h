/* trend.h - decides which of two kernels on an SM gets one more CTA, from the utilisation of its pipelines [SMK §3.4].
 *
 * Utilisations are in 1024ths: of the one LD/ST unit, and of eight SP pipelines. The reference (history) is the mean of
 * the last sample and the reference before it. */
#ifndef CTADEL_POLICY_TREND_H
#define CTADEL_POLICY_TREND_H

#include "policy/policy.h"

enum { TREND_SP, TREND_LDST, TREND_PIPES };
enum { TREND_SEATS = 2 };

typedef struct {                                           /* of one SM, starts as zero: cycles; busy unit-cycles */
    uint64_t cycles, busy[TREND_PIPES], part[TREND_PIPES]; /* part: those of seat 0 */
} trend_sample_t;

typedef struct {                                                 /* starts as zero */
    bool known;                                                  /* a reference exists */
    uint32_t whole[TREND_PIPES], seat[TREND_SEATS][TREND_PIPES]; /* reference of the SM; of each seat's kernel: of seat
                                                                    1 the SM's less seat 0's */
} trend_t;

/* Adds the SM's counts of a report to the sample; ignores them once it has 65504 cycles. */
void trend_add(trend_sample_t *sample, const disp_mon_t *mon, uint32_t sm);

/* Returns the seat whose kernel prefers the critical pipeline, the one whose utilisation fell most below the reference;
 * -1: none fell, or no reference exists. A tie goes to seat `earlier`. Then updates the reference with the sample,
 * which has at least one cycle. */
int32_t trend_decide(trend_t *trend, const trend_sample_t *sample, uint32_t earlier);

#endif
