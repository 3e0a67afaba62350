/* regs.c - the register file of both engines beside each other: every word but the kernel table's is
 * written with every value of a list, refused or not, and after each write all parameters are read. The
 * list has the values around the greatest of each parameter. No kernel runs, as none may for most words. */
#include "engine.h"

#include <stdio.h>

enum { REG_END = 0x1000 }; /* of the address space */
enum { PER_PARAM = 5, PARAMS = 64, VALUES_MAX = PER_PARAM * PARAMS + 2 }; /* a parameter may have several users */

static uint32_t list_values(uint32_t value[VALUES_MAX])
{
    uint32_t n = 0;
    for (const policy_param_t *p = policy_params; p->policy && n < PER_PARAM * PARAMS; p++) {
        value[n++] = p->max;
        value[n++] = p->max - 1;
        value[n++] = p->max + 1;
        value[n++] = 2 * p->max;
        value[n++] = p->max | 1u << 31;
    }
    value[n++] = 0;
    value[n++] = UINT32_MAX;
    return n;
}

/* The words below the kernel table, then those behind it. */
static uint32_t next(uint32_t addr)
{
    return addr + 4 == REG_KERNEL ? REG_KERNEL + SCHED_KERNELS * REG_KERNEL_STRIDE : addr + 4;
}

int main(void)
{
    err_t err = {0};
    uint32_t value[VALUES_MAX], refused = 0, taken = 0, was;
    const engine_cfg_t cfg = {.warp = arb_policies[0], .sms = 1, .schedulers = 1};
    const sched_ops_t *const ops = &engine_lockstep_ops;
    const uint32_t values = list_values(value);
    void *e = engine_lockstep_create(&cfg, &err);
    if (!e) {
        printf("FAILED: %s\n", err.text);
        return 1;
    }
    for (uint32_t i = 0; i < values; i++)
        for (uint32_t addr = 0; addr < REG_END; addr = next(addr)) {
            *(ops->reg_write(e, addr, value[i]) ? &taken : &refused) += 1;
            for (uint32_t p = 0; p < POLICY_PARAMS; p++) ops->reg_read(e, policy_params[p].addr, &was);
        }
    const char *difference = engine_lockstep_difference(e);
    const bool ok = !difference[0] && taken && refused;
    if (ok) printf("ok\n");
    else printf("FAILED: %u writes taken, %u refused; %s\n", taken, refused, difference);
    ops->destroy(e);
    return !ok;
}
