/* sequence_place.c - the columns BASE LANE WARP CTA TIME BYTES: where the lanes of a memory instruction access. */
#include "sequence/sequence_internal.h"

#include <inttypes.h>

#define PLACE_MAX (UINT64_C(1) << 47)

/* False: above PLACE_MAX. */
static bool add(uint64_t *sum, uint64_t step, uint64_t times)
{
    uint64_t more;
    return !__builtin_mul_overflow(step, times, &more) && !__builtin_add_overflow(*sum, more, sum) && *sum <= PLACE_MAX;
}

/* The address behind the last byte; UINT64_MAX: far too large. */
static uint64_t behind(const sequence_kernel_t *k, const sequence_place_t *p, uint32_t bytes)
{
    uint64_t sum = p->base;
    const uint32_t lanes = k->threads < SEQUENCE_WARP_LANES ? k->threads : SEQUENCE_WARP_LANES;
    const bool fits = add(&sum, p->lane, lanes - 1) && add(&sum, p->warp, k->warps - 1) &&
                      add(&sum, p->cta, k->ctas - 1) && add(&sum, p->time, k->times - 1) && add(&sum, bytes, 1);
    return fits ? sum : UINT64_MAX;
}

static bool check_range(const sequence_at_t *at, const sequence_kernel_t *k, const sequence_inst_t *in, uint32_t bytes)
{
    const bool shared = in->op->space == SPACE_SHARED;
    const uint64_t from = shared ? SEQUENCE_SHARED : 0;
    const uint64_t room = shared                         ? k->shared_bytes
                          : in->op->space == SPACE_CONST ? SEQUENCE_BANK_BYTES
                                                         : SEQUENCE_SHARED;
    const uint64_t end = behind(k, &in->at, bytes);
    char found[64];
    if (in->at.base >= from && end <= from + room) return true;
    if (end == UINT64_MAX) snprintf(found, sizeof found, "0x%" PRIx64 " and far above", in->at.base);
    else snprintf(found, sizeof found, "0x%" PRIx64 " to 0x%" PRIx64, in->at.base, end - 1);
    if (!room) return sequence_bad(at, "addresses", found, "none, as the kernel has no shared memory");
    return sequence_bad(at, "addresses", found, "0x%" PRIx64 " to 0x%" PRIx64 "%s", from, from + room - 1,
                        shared ? ", the kernel's shared memory" : "");
}

/* A copy's place in shared memory follows from the thread's number. */
static bool check_copy(const sequence_at_t *at, const sequence_kernel_t *k, uint32_t bytes)
{
    char found[32];
    snprintf(found, sizeof found, "%u", k->threads * bytes);
    return k->threads * bytes <= k->shared_bytes ||
           sequence_bad(at, "bytes copied by a CTA", found, "up to %u, the kernel's shared memory", k->shared_bytes);
}

bool sequence_place(const sequence_at_t *at, const sequence_kernel_t *k, char *const field[6], sequence_inst_t *in)
{
    static const char *const name[] = {"BASE", "LANE", "WARP", "CTA", "TIME"};
    sequence_place_t *p = &in->at;
    uint64_t *const value[] = {&p->base, &p->lane, &p->warp, &p->cta, &p->time};
    const uint32_t bytes = 4U * in->op->words;
    uint64_t given;
    if (!sequence_number(field[5], UINT32_MAX, &given) || given != bytes)
        return sequence_bad(at, "BYTES", field[5], "%u, the width of %s", bytes, in->op->name);
    for (uint32_t i = 0; i < sizeof value / sizeof value[0]; i++) {
        if (!sequence_number(field[i], PLACE_MAX - 1, value[i]))
            return sequence_bad(at, name[i], field[i], "0 to 0x%" PRIx64, PLACE_MAX - 1);
        if (*value[i] % bytes)
            return sequence_bad(at, name[i], field[i], "a multiple of %u, as accesses are aligned", bytes);
    }
    if (!check_range(at, k, in, bytes) || (in->op->form == FORM_COPY && !check_copy(at, k, bytes))) return false;
    if (in->op->space == SPACE_SHARED) p->base -= SEQUENCE_SHARED;
    return true;
}
