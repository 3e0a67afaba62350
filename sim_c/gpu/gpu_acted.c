/* gpu_acted.c - did the policies of the dispatcher change anything? It has no register that says so; what it did is
 * compared with what it could have done, so every engine gives the same answer. */
#include "gpu/gpu_internal.h"
#include "policy/policy.h"
#include "policy/registry.h"

static bool in_table(const gpu_t *g, const kernel_t *k)
{
    return g->entry[k->sm.kid] == k && (g->running >> k->sm.kid & 1) && k->pub.ctas_done < k->pub.ctas;
}

void gpu_acted_create(gpu_t *g)
{
    const policy_use_t plain = policy_use_plain();
    policy_use_t use = plain;
    policy_unpack(g->env.policy, &use);
    g->may_hold = use.limit != plain.limit || use.gates != plain.gates;
    g->pauses = limit_policies[use.limit]->paused != NULL;
    g->chooses = place_policies[use.place]->ask != NULL;
}

/* True: an SM has room for a CTA that is left, of a kernel in the pool. A place policy that does not choose among
 * kernels offers SMs only to the first with CTAs left. */
static bool holds_back(const gpu_t *g)
{
    uint32_t pool = 0;
    for (uint32_t i = g->overlap; i < g->launched && pool < g->m.pool.live; i++) {
        const kernel_t *k = g->kernel[i];
        if (!in_table(g, k)) continue;
        pool++;
        if (k->pub.ctas_begun == k->pub.ctas) continue;
        if (gpu_host_sms_with_room(g, k)) return true;
        if (!g->chooses) return false;
    }
    return false;
}

/* The dispatcher sleeps when it has no more to dispatch. An answer that lasts shorter changes a run by some cycles. */
void gpu_acted_step(gpu_t *g)
{
    const bool rests = g->out.sleep && !g->out.issue_valid && !mask_any(g->in.done_valid);
    if (g->may_hold && rests && !g->rested && !g->acted.held_back) g->acted.held_back = holds_back(g);
    g->rested = rests;
    for (uint32_t s = 0; s < g->m.sms && g->pauses && !g->acted.paused; s++) g->acted.paused = g->out.paused[s] != 0;
}

void gpu_acted_cta(gpu_t *g, const gpu_kernel_t *k, uint32_t lid)
{
    g->acted.reordered |= lid != k->ctas_begun;
    g->acted.blocks |= g->out.block;
}

const gpu_acted_t *gpu_acted(const gpu_t *g) { return &g->acted; }
