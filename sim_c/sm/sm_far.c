/* sm_far.c - accesses to the shared memory of other SMs: what the network between them brings, and which are refused.
 */
#include "sm/sm_internal.h"

#include <assert.h>

__attribute__((noinline)) void sm_far_step(sm_t *sm, uint64_t now)
{
    uint32_t token;
    ldst_done_t done;
    while (ldst_far_take(sm->ldst, now, &token)) {
        if (token & LDST_STORE) warps_store_acked(sm->warps, token & ~LDST_STORE);
        else if (sm->opnd) ldst_arrived(sm->ldst, ANSWER_FAR, token, 0);
        else if (ldst_answer(sm->ldst, token, &done)) sm_memory_over(sm, &done);
    }
    ldst_far_serve(sm->ldst, now);
}

__attribute__((noinline)) bool sm_far_allowed(const sm_t *sm, const warp_t *wp, const winst_exec_t *x, err_t *err)
{
    const machine_t *m = sm->env.machine;
    const char *file = wp->launch->file;
    const unsigned line = wp->head->line, lid = sm->watch.lid[wp->slot], self = sm->env.id;
    unsigned checked = self;
    assert(launch_cluster_ctas(wp->launch) > 1); /* so that no SM runs ahead of its messages */
    for (uint32_t left = x->far & x->lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left), other = x->far_sm[lane];
        if (other == self || other == checked) continue;
        if (!machine_has_sm_network(m))
            return err_set(
                err, file, line,
                "CTA %u, warp %u, lane %u on SM %u accesses the shared memory of a CTA on SM %u, and machine "
                "'%s' has no network between SMs; allowed: machines with sm_network.bits above 0",
                lid, wp->index, lane, self, other, m->name);
        if (other >= m->sms || machine_gpc_of(m, other) != machine_gpc_of(m, self))
            return err_set(
                err, file, line,
                "CTA %u, warp %u, lane %u on SM %u accesses the shared memory of a CTA on SM %u, which is not "
                "of its GPC; allowed: SMs of one GPC (gpc_sms)",
                lid, wp->index, lane, self, other);
        checked = other;
    }
    return true;
}
