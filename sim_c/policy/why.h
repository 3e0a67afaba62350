/* why.h - why an SM gets no CTA: the dispatcher's last answer for each SM and kernel. */
#ifndef CTADEL_POLICY_WHY_H
#define CTADEL_POLICY_WHY_H

#include "base/sizes.h"

/* In the order of the questions, as in rtl/disp/disp_why.v: bit, name, word, and the end of "SM 3 ..." */
#define WHY_CAUSES(X, arg)                                                                                             \
    X(arg, 0, BLOCK, "block", "waits: a block of CTAs is being dispatched")                                            \
    X(arg, 1, OFF, "off", "is off")                                                                                    \
    X(arg, 2, PARTITION, "partition", "is not in the kernel's partition")                                              \
    X(arg, 3, PLACE, "place", "is not for this kernel now: the place policy refuses it")                               \
    X(arg, 4, SLOTS, "slots", "has no CTA slot left")                                                                  \
    X(arg, 5, SMEM, "smem", "has too little shared memory left")                                                       \
    X(arg, 6, REGS, "regs", "has too few registers left")                                                              \
    X(arg, 7, THREADS, "threads", "has too few threads left")                                                          \
    X(arg, 8, WARPS, "warps", "has too few warps left")                                                                \
    X(arg, 9, LIMIT, "limit", "holds as many CTAs of the kernel as the limit policy allows")                           \
    X(arg, 10, GATE, "gate", "is kept back by a gate")                                                                 \
    X(arg, 11, MASKED, "masked", "was picked a clock ago, and its counts do not show that yet")

enum { WHY_CAUSE_COUNT = 12 };
/* What a cycle of an SM is counted as: the bit of a cause, or one of these. */
enum { WHY_CLASS_TURN = WHY_CAUSE_COUNT, WHY_CLASS_NOTHING, WHY_CLASS_DISPATCHED, WHY_CLASS_COUNT };
enum {
    WHY_NOT_ASKED = 0xffff,
    WHY_DISPATCHED = 0xfffe
}; /* not of the dispatcher: used in reports of the GPU (gpu.h) */
#define WHY_BIT(arg, bit, name, word, text) WHY_##name = 1 << (bit),
typedef enum { WHY_CAUSES(WHY_BIT, _) WHY_FREE = 0 /* it could take a CTA */ } why_cause_t;
#undef WHY_BIT

/* Word of a class; that of a cause is the word of its bit. */
static inline const char *why_word(uint32_t why_class)
{
#define WHY_WORD(arg, bit, name, word, text) word,
    static const char *const words[WHY_CLASS_COUNT] = {WHY_CAUSES(WHY_WORD, _) "turn", "nothing", "dispatched"};
#undef WHY_WORD
    return words[why_class];
}

typedef struct {
    uint32_t known; /* bit k: SMs have been asked about the kernel in table entry k since its launch */
    /* By SM and table entry: WHY_...; several of WHY_SLOTS to WHY_WARPS, else at most one. Valid where known. */
    uint16_t cause[SCHED_SMS_MAX][SCHED_KERNELS_MAX];
} disp_why_t;

#endif
