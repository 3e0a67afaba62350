/* gpu_gpcs.c - GPCs and clusters as the registers of the dispatcher hold them, and which clusters it can place. */
#include "gpu/gpu_internal.h"
#include "policy/registry.h"

uint32_t gpu_gpcs_word(const machine_t *m, uint32_t first_sm)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < GPCS_WORD_SMS && first_sm + i < m->sms; i++)
        word |= machine_gpc_of(m, first_sm + i) << GPCS_SM_BITS * i;
    return word;
}

static uint32_t largest_gpc_sms(const machine_t *m)
{
    uint32_t most = 0;
    for (uint32_t g = 0; g < machine_gpcs(m); g++)
        if (machine_gpc_sms(m, g) > most) most = machine_gpc_sms(m, g);
    return most;
}

/* The dispatcher would abort a kernel that it can never place. */
bool gpu_gpcs_check(const gpu_t *g, const kernel_launch_t *k, err_t *err)
{
    const uint32_t ctas = launch_cluster_ctas(k), most = largest_gpc_sms(&g->m);
    policy_use_t use = policy_use_plain();
    policy_unpack(g->env.policy, &use);
    const bool gangs = place_policies[use.place]->gangs;
    if (gangs && use.gates)
        return err_set(
            err, NULL, 0,
            "kernel '%s': --place %s chooses SMs for several CTAs ahead, and a gate allows one CTA at a time; "
            "allowed: --gate none",
            k->name, policy_word(POLICY_PLACE, use.place));
    if (ctas == 1) return true;
    if (!gangs)
        return err_set(err, NULL, 0,
                       "kernel '%s' has clusters of %u CTAs, and --place %s places single CTAs; remedy: --place gpcs",
                       k->name, ctas, policy_word(POLICY_PLACE, use.place));
    if (ctas <= most) return true;
    return err_set(err, NULL, 0,
                   "kernel '%s' has clusters of %u CTAs, each of which --place %s gives an SM of its own in one GPC; "
                   "allowed: up to %u, the SMs of the largest GPC (gpc_sms)",
                   k->name, ctas, policy_word(POLICY_PLACE, use.place), most);
}

uint32_t gpu_gpcs_cluster_word(const kernel_launch_t *k)
{
    if (launch_cluster_ctas(k) == 1) return REG_A_CLUSTER_RESET;
    return k->cluster[0] << REG_A_CLUSTER_X_LSB | k->cluster[1] << REG_A_CLUSTER_Y_LSB |
           k->cluster[2] << REG_A_CLUSTER_Z_LSB;
}

uint32_t gpu_gpcs_lid(const kernel_launch_t *k, const disp_out_t *cta)
{
    return (cta->z * k->grid[1] + cta->y) * k->grid[0] + cta->x;
}
