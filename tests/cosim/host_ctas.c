/* host_ctas.c - conservation: every CTA of a launch is issued once, into a slot that is free, on an SM that has room.
 */
#include "host.h"

#include <stdio.h>
#include <string.h>

enum { SLOTS, WARPS, THREADS, REGS, SMEM, AMOUNTS };

static const uint32_t CAP[AMOUNTS] = {REG_CAP_SLOTS, REG_CAP_WARPS, REG_CAP_THREADS, REG_CAP_REGS, REG_CAP_SMEM};
static const uint32_t NEED[AMOUNTS] = {0, REG_K_WARPS, REG_K_THREADS, REG_K_REGS, REG_K_SMEM};

static struct {
    uint32_t total, issued, x, y; /* CTAs of the launch, those issued so far, extent of the grid */
    uint32_t need[AMOUNTS];
    bool seen[HOST_CTAS_MAX]; /* by linear id */
} kernel[SCHED_KERNELS_MAX];

static struct {
    uint32_t used[AMOUNTS];
    slot_mask_t taken;
    uint8_t kid[SCHED_SLOTS_MAX]; /* of the CTA in that slot */
} sm[SCHED_SMS_MAX];

static uint32_t cap[AMOUNTS], sms;

static uint32_t word(uint32_t kid, uint32_t offset) { return host_word(REG_KERNEL + kid * REG_KERNEL_STRIDE + offset); }

void host_ctas_init(uint32_t of_sms)
{
    sms = of_sms;
    memset(sm, 0, sizeof sm);
    for (uint32_t a = 0; a < AMOUNTS; a++) cap[a] = host_word(CAP[a]);
}

void host_ctas_launch(uint32_t kid)
{
    memset(&kernel[kid], 0, sizeof kernel[kid]);
    kernel[kid].x = word(kid, REG_K_GRID_X);
    kernel[kid].y = word(kid, REG_K_GRID_Y);
    kernel[kid].total = kernel[kid].x * kernel[kid].y * word(kid, REG_K_GRID_Z);
    kernel[kid].need[SLOTS] = 1;
    for (uint32_t a = WARPS; a < AMOUNTS; a++) kernel[kid].need[a] = word(kid, NEED[a]);
}

static void wrong(const disp_out_t *o, const char *what)
{
    char text[80];
    snprintf(text, sizeof text, "kernel %u, CTA %u on SM %u: %s", o->kid, o->lid, o->sm, what);
    host_wrong(text);
}

void host_ctas_issue(const disp_out_t *o)
{
    const uint32_t linear = o->x + kernel[o->kid].x * (o->y + kernel[o->kid].y * o->z);
    /* clusters change the order of the walk, in which CTAs are numbered */
    const uint32_t number = host_gangs_ctas(o->kid) > 1 ? kernel[o->kid].issued : linear;
    if (linear >= kernel[o->kid].total || number != o->lid) {
        wrong(o, "not in the grid");
        return;
    }
    if (kernel[o->kid].seen[linear]) wrong(o, "issued twice");
    kernel[o->kid].seen[linear] = true;
    kernel[o->kid].issued++;
    if (o->sm >= sms || sm[o->sm].taken & SLOT_BIT(o->slot)) wrong(o, "into a slot in use");
    sm[o->sm].taken |= SLOT_BIT(o->slot);
    sm[o->sm].kid[o->slot] = o->kid;
    for (uint32_t a = 0; a < AMOUNTS; a++) {
        sm[o->sm].used[a] += kernel[o->kid].need[a];
        if (sm[o->sm].used[a] > cap[a]) wrong(o, "more than the SM has");
    }
}

void host_ctas_complete(uint32_t s, uint32_t slot)
{
    sm[s].taken &= ~SLOT_BIT(slot);
    for (uint32_t a = 0; a < AMOUNTS; a++) sm[s].used[a] -= kernel[sm[s].kid[slot]].need[a];
}

slot_mask_t host_ctas_on(uint32_t s) { return sm[s].taken; }

void host_ctas_end(uint32_t kid)
{
    char text[80];
    if (kernel[kid].issued == kernel[kid].total) return;
    snprintf(text, sizeof text, "kernel %u ended with %u of %u CTAs", kid, kernel[kid].issued, kernel[kid].total);
    host_wrong(text);
}
