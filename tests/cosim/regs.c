/* regs.c - the register file. First of the RTL beside its table, rtl/disp/registers.txt: resets, bits,
 * access, in the large dispatcher, which has all bits. Then of both engines beside each other: every word but the
 * kernel table's is written with every value of a list, refused or not, and after each write the word and all
 * parameters are read. The list has the values around the greatest of each parameter. No kernel runs, as none may for
 * most words. */
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REG_END = 0x1000 };                                                /* of the address space */
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
    return addr + 4 == REG_KERNEL ? REG_KERNEL + SCHED_KERNELS_SMALL * REG_KERNEL_STRIDE : addr + 4;
}

typedef struct {
    const char *name;
    uint32_t addr, stride; /* in entry 0; bytes to the next entry, or 0 */
    const char *access;
    uint32_t mask;
    const char *reset;
} reg_t;

/* Bits of as many kernels as there are, where the table has a bit for each there may be. */
static bool all_of(uint32_t value, uint32_t mask)
{
    return value == mask || value == (mask & ((1u << SCHED_KERNELS_MAX) - 1));
}

static bool counts_kernels(const reg_t *r) { return strcmp(r->reset, "KERNELS") == 0; } /* from 1 */

static bool is_reset(const reg_t *r, uint32_t value)
{
    if (strcmp(r->reset, "-") == 0) return (value & ~r->mask) == 0;
    if (strcmp(r->reset, "ones") == 0) return value == r->mask;
    if (strcmp(r->reset, "SLOTS") == 0) return value == SCHED_SLOTS_MAX;
    if (counts_kernels(r)) return value == SCHED_KERNELS_MAX;
    return value == strtoul(r->reset, NULL, 16);
}

/* A word that is fixed takes the value that it has, and no other. */
static bool is_fixed(uint32_t addr, uint32_t value, void *rtl)
{
    const sched_ops_t *const ops = &engine_rtl_ops;
    uint32_t after = ~value;
    return ops->reg_write(rtl, addr, value) && !ops->reg_write(rtl, addr, value ^ 1) &&
           !ops->reg_write(rtl, addr, value ^ UINT32_C(1) << 31) && ops->reg_read(rtl, addr, &after) && after == value;
}

/* 0 is refused. */
static bool starts_at_one(const reg_t *r) { return counts_kernels(r) || strcmp(r->name, "A_CLUSTER") == 0; }

/* A read-write register takes its reset value, and all ones unless that is refused. */
static const char *as_in_table(const reg_t *r, uint32_t addr, void *rtl)
{
    const sched_ops_t *const ops = &engine_rtl_ops;
    uint32_t reset = 0, value = 0;
    if (!ops->reg_read(rtl, addr, &reset) || !is_reset(r, reset)) return "reset";
    if (strcmp(r->access, "ro") == 0) return ops->reg_write(rtl, addr, reset) ? "access" : NULL;
    if (strcmp(r->access, "fix") == 0) return is_fixed(addr, reset, rtl) ? NULL : "access";
    if (ops->reg_write(rtl, addr, 0) == starts_at_one(r)) return "access";
    if (!ops->reg_write(rtl, addr, UINT32_MAX)) return NULL;
    if (!ops->reg_read(rtl, addr, &value)) return "access";
    if (strcmp(r->access, "rw") != 0) return value ? "access" : NULL;
    return all_of(value, r->mask) && ops->reg_write(rtl, addr, reset) ? NULL : "bits";
}

static bool table_holds(const engine_cfg_t *cfg)
{
#define ROW(...) {__VA_ARGS__},
    static const reg_t row[] = {REGISTERS(ROW)};
#undef ROW
    err_t err = {0};
    void *rtl = engine_rtl_create(cfg, &err);
    const char *wrong = NULL;
    if (!rtl) {
        printf("FAILED: %s\n", err.text);
        return false;
    }
    for (const reg_t *r = row; r < row + sizeof row / sizeof row[0] && !wrong; r++)
        for (uint32_t k = 0; k < (r->stride ? SCHED_KERNELS_MAX : 1) && !wrong; k++)
            if ((wrong = as_in_table(r, r->addr + k * r->stride, rtl)))
                printf("FAILED: register %s: %s is not as in rtl/disp/registers.txt\n", r->name, wrong);
    engine_rtl_ops.destroy(rtl);
    return !wrong;
}

int main(void)
{
    err_t err = {0};
    uint32_t value[VALUES_MAX], refused = 0, taken = 0, was;
    const engine_cfg_t cfg = {.warp = arb_policies[0], .machine = {1, 1, 1}, .schedulers = 1, .warps = 64},
                       large = {.warp = arb_policies[0], .machine = SCHED_LARGE, .schedulers = 1, .warps = 64};
    if (!table_holds(&large)) return 1;
    const sched_ops_t *const ops = &engine_lockstep_ops;
    const uint32_t values = list_values(value);
    void *e = engine_both_create(&cfg, &err);
    if (!e) {
        printf("FAILED: %s\n", err.text);
        return 1;
    }
    for (uint32_t i = 0; i < values; i++)
        for (uint32_t addr = 0; addr < REG_END; addr = next(addr)) {
            *(ops->reg_write(e, addr, value[i]) ? &taken : &refused) += 1;
            for (uint32_t p = 0; p < POLICY_PARAMS; p++) ops->reg_read(e, policy_params[p].addr, &was);
            ops->reg_read(e, addr, &was);
        }
    const difference_t *d = engine_lockstep_difference(e);
    const bool ok = !difference_found(d) && taken && refused;
    char difference[256];
    difference_text(d, difference, sizeof difference);
    if (ok) printf("ok\n");
    else printf("FAILED: %u writes taken, %u refused; %s\n", taken, refused, difference);
    ops->destroy(e);
    return !ok;
}
