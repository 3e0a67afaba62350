/* words.h - decisions about all SMs visit them in words of neighbours, one word per clock, so that a decision takes at
 * most WORD_CLOCKS_MAX clocks on a machine of any size. */
#ifndef CTADEL_POLICY_WORDS_H
#define CTADEL_POLICY_WORDS_H

#include <stdint.h>

enum { WORD_CLOCKS_MAX = 16 };

static inline uint32_t word_sms(uint32_t sms) { return (sms + WORD_CLOCKS_MAX - 1) / WORD_CLOCKS_MAX; }

/* Clocks in which all words are visited. */
static inline uint32_t word_clocks(uint32_t sms) { return (sms + word_sms(sms) - 1) / word_sms(sms); }

#endif
