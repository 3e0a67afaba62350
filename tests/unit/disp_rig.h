/* disp_rig.h - the golden dispatcher alone, programmed by its registers, for tests. */
#ifndef CTADEL_TESTS_DISP_RIG_H
#define CTADEL_TESTS_DISP_RIG_H

#include "policies.h"

static const sched_ops_t *const OPS = &engine_c_ops;

static inline void *engine(void) { return engine_c_create(arb_policies[0], 1, SCHED_SMALL); }

static inline void write(void *e, uint32_t addr, uint32_t value) { assert_true(OPS->reg_write(e, addr, value)); }

static inline void machine_with(void *e, const char *policy_words, uint32_t sms, uint32_t slots)
{
    write(e, REG_POLICY, policy_value(policy_words));
    write(e, REG_SM_ENABLE, (1u << sms) - 1);
    write(e, REG_CAP_SLOTS, slots);
    write(e, REG_CAP_WARPS, 48);
    write(e, REG_CAP_THREADS, 1536);
    write(e, REG_CAP_REGS, 1024);
    write(e, REG_CAP_SMEM, 49152);
    write(e, REG_IRQ_ENABLE, 0xf);
    write(e, REG_CTRL, REG_CTRL_INIT);
}

static inline void machine(void *e, uint32_t sms, uint32_t slots) { machine_with(e, "tmax", sms, slots); }

static inline void describe(void *e, uint32_t kid, uint32_t x, uint32_t y, uint32_t threads)
{
    const uint32_t base = REG_KERNEL + kid * REG_KERNEL_STRIDE;
    write(e, base + REG_K_GRID_X, x);
    write(e, base + REG_K_GRID_Y, y);
    write(e, base + REG_K_GRID_Z, 1);
    write(e, base + REG_K_THREADS, threads);
    write(e, base + REG_K_WARPS, (threads + 31) / 32);
    write(e, base + REG_K_REGS, (threads + 31) / 32 * 16);
    write(e, base + REG_K_SMEM, 0);
}

#define LAUNCH(e, kid) OPS->reg_write(e, REG_KERNEL + (kid)*REG_KERNEL_STRIDE + REG_K_CMD, REG_K_CMD_LAUNCH)

/* Clocks until `count` CTAs have left; fails when they take more than `cycles`. */
static inline void take(void *e, uint32_t count, disp_out_t *cta, uint32_t cycles)
{
    disp_in_t in = {0};
    disp_out_t out = {0};
    for (uint32_t n = 0; n < count;) {
        if (!cycles--) fail_msg("only %u of %u CTAs", n, count);
        in.issue_ready = out.issue_valid ? mask_all() : mask_none(); /* takes the CTA that it has sampled */
        if (out.issue_valid) cta[n++] = out;
        OPS->disp_step(e, &in, &out);
    }
}

static inline void complete(void *e, uint32_t sm, uint32_t slot)
{
    disp_in_t in = {.done_valid = mask_only(sm)};
    disp_out_t out;
    in.done_slot[sm] = (uint8_t)slot;
    OPS->disp_step(e, &in, &out);
    assert_true(mask_equal(out.done_ready, mask_only(sm)));
    in.done_valid = mask_none();
    OPS->disp_step(e, &in, &out);
}

static inline void idle(void *e, uint32_t clocks)
{
    const disp_in_t in = {.issue_ready = mask_all()};
    disp_out_t out;
    while (clocks--) {
        OPS->disp_step(e, &in, &out);
        assert_false(out.issue_valid);
    }
}

#endif
