/* arb_minew - the lowest competing warp in a rotated order, those that lost a line last. */
#include "policy/policy.h"

enum { FIRST = 1 };

typedef struct {
    uint64_t lost;
} minew_t;

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete)
{
    (void)ctx;
    const uint64_t good = compete & ~((minew_t *)st)->lost;
    const uint64_t among = good ? good : compete;
    const uint64_t front = among >> FIRST << FIRST;
    return (uint32_t)__builtin_ctzll(front ? front : among);
}

static void victim(void *st, uint64_t warps) { ((minew_t *)st)->lost |= warps; }

const arb_policy_t policy_arb_minew = {
    .name = "arb_minew", .state_bytes = sizeof(minew_t), .victim_tags = true, .choose = choose, .victim = victim};
