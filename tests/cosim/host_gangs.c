/* host_gangs.c - clusters: sizes and GPCs at random, and what holds for each cluster at the port. */
#include "host.h"

#include <stdio.h>
#include <string.h>

enum { GPC_BITS = 4, WORD_SMS = 32 / GPC_BITS };

static struct {
    uint32_t size[3]; /* CTAs of a cluster in x, y, z; 0: never launched */
    bool aborted;
} kernel[SCHED_KERNELS_MAX];

static struct {
    uint32_t left, kid, at[3], gpc; /* CTAs to come, and what they have in common */
    sm_mask_t sms;                  /* of those before */
} open;

static uint32_t gangs;

uint32_t host_gangs_size(void)
{
    const uint32_t x = 1 + host_rnd(4), y = 1 + host_rnd(2), z = 1 + !host_rnd(8);
    if (host_rnd(3)) return REG_A_CLUSTER_RESET;
    return x << REG_A_CLUSTER_X_LSB | y << REG_A_CLUSTER_Y_LSB | z << REG_A_CLUSTER_Z_LSB;
}

uint32_t host_gangs_gpcs(uint32_t gpcs)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < WORD_SMS; i++) word |= host_rnd(gpcs) << GPC_BITS * i;
    return word;
}

void host_gangs_launch(uint32_t kid)
{
    static const uint32_t LSB[3] = {REG_A_CLUSTER_X_LSB, REG_A_CLUSTER_Y_LSB, REG_A_CLUSTER_Z_LSB};
    const uint32_t word = host_word(REG_ATTR + kid * REG_ATTR_STRIDE + REG_A_CLUSTER);
    for (uint32_t d = 0; d < 3; d++) kernel[kid].size[d] = word >> LSB[d] & REG_A_CLUSTER_X;
    kernel[kid].aborted = false;
}

void host_gangs_abort(uint32_t kid)
{
    kernel[kid].aborted = true;
    if (open.kid == kid) open.left = 0;
}

uint32_t host_gangs_ctas(uint32_t kid)
{
    const uint32_t *size = kernel[kid].size;
    return size[0] * size[1] * size[2];
}

void host_gangs_issue(const disp_out_t *o)
{
    const uint32_t *size = kernel[o->kid].size, at[3] = {o->x / size[0], o->y / size[1], o->z / size[2]};
    const uint32_t gpc = host_word(REG_GPC + o->sm / WORD_SMS * 4) >> GPC_BITS * (o->sm % WORD_SMS) & 0xf;
    if (kernel[o->kid].aborted) return;
    if (!open.left) {
        open.left = host_gangs_ctas(o->kid);
        open.kid = o->kid;
        open.gpc = gpc;
        open.sms = mask_none();
        memcpy(open.at, at, sizeof at);
        gangs += open.left > 1;
    }
    if (o->kid != open.kid || memcmp(at, open.at, sizeof at) != 0) host_wrong("a cluster is torn");
    if (gpc != open.gpc || mask_has(open.sms, o->sm)) host_wrong("a cluster shares an SM, or leaves its GPC");
    mask_add(&open.sms, o->sm);
    open.left--;
}

uint32_t host_gangs(void) { return gangs; }
