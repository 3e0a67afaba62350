/* test_golden_disp.c - the golden dispatcher by hand-worked vectors: in which order CTAs leave it, what
 * the register file refuses. */
#include "disp_rig.h"

static void ctas_leave_in_order_round_robin(void **state)
{
    (void)state;
    void *e = engine();
    disp_out_t cta[30];
    machine(e, 5, 6);
    describe(e, 0, 10, 9, 256);
    assert_true(LAUNCH(e, 0));
    take(e, 30, cta, 30 + 5); /* one a cycle, after the pipeline has filled */
    for (uint32_t i = 0; i < 30; i++) {
        assert_int_equal(cta[i].sm, i % 5);
        assert_int_equal(cta[i].slot, i / 5);
        assert_int_equal(cta[i].lid, i);
        assert_int_equal(cta[i].x, i % 10);
        assert_int_equal(cta[i].y, i / 10);
    }
    /* All are full (6 x 256 threads). The SM that completes gets the next, in the freed slot. */
    disp_in_t in = {.done_valid = mask_only(3), .issue_ready = mask_all()};
    disp_out_t out;
    in.done_slot[3] = 4;
    OPS->disp_step(e, &in, &out);
    assert_true(mask_equal(out.done_ready, mask_only(3)));
    take(e, 1, cta, 5);
    assert_int_equal(cta[0].sm, 3);
    assert_int_equal(cta[0].slot, 4);
    assert_int_equal(cta[0].lid, 30);
    OPS->destroy(e);
}

static void kernels_follow_in_launch_order(void **state)
{
    (void)state;
    void *e = engine();
    disp_out_t cta[7];
    machine(e, 4, 8);
    describe(e, 2, 3, 1, 64);
    describe(e, 1, 4, 1, 64);
    assert_true(LAUNCH(e, 2));
    assert_true(LAUNCH(e, 1));
    take(e, 7, cta, 20);
    for (uint32_t i = 0; i < 7; i++) assert_int_equal(cta[i].kid, i < 3 ? 2 : 1);
    for (uint32_t i = 0; i < 7; i++) assert_int_equal(cta[i].lid, i < 3 ? i : i - 3);
    OPS->destroy(e);
}

/* The first kernel of priority 0 has CTAs left when those of priority 5 and 7 are launched: the later a launch, the
 * higher its priority here. Asked about a clock after it has entered the pool; two CTAs were on their way. */
static void a_higher_priority_goes_first(void **state)
{
    (void)state;
    enum { UNDER_WAY = 3 };
    static const uint32_t CTAS[] = {30, 4, 3}, LEVEL[] = {0, 5, 7};
    void *e = engine();
    disp_out_t cta[37];
    machine(e, 5, 8);
    for (uint32_t k = 0; k < 3; k++) {
        describe(e, k, CTAS[k], 1, 32);
        write(e, REG_KERNEL + k * REG_KERNEL_STRIDE + REG_K_PRIORITY, LEVEL[k]);
    }
    assert_true(LAUNCH(e, 0));
    take(e, 5, cta, 20);
    assert_true(LAUNCH(e, 1));
    assert_true(LAUNCH(e, 2));
    assert_false(OPS->reg_write(e, REG_KERNEL + REG_K_PRIORITY, 7)); /* busy */
    take(e, 32, cta, 80);
    uint32_t n = 0;
    while (cta[n].kid == 0) n++;
    assert_true(n <= UNDER_WAY);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(cta[n + i].kid, 2);
    for (uint32_t i = 3; i < 7; i++) assert_int_equal(cta[n + i].kid, 1);
    for (uint32_t i = n + 7; i < 32; i++) assert_int_equal(cta[i].kid, 0);
    OPS->destroy(e);
}

static void a_higher_priority_leaves_the_line_first(void **state)
{
    (void)state;
    void *e = engine();
    disp_out_t cta[6];
    machine(e, 4, 8);
    write(e, REG_POOL, 1);
    for (uint32_t k = 0; k < 3; k++) {
        describe(e, k, 2, 1, 32);
        write(e, REG_KERNEL + k * REG_KERNEL_STRIDE + REG_K_PRIORITY, k);
        assert_true(LAUNCH(e, k));
    }
    take(e, 2, cta, 20); /* the kernel that runs stays in the pool */
    for (uint32_t i = 0; i < 2; i++) complete(e, cta[i].sm, cta[i].slot);
    take(e, 2, cta + 2, 20);
    for (uint32_t i = 2; i < 4; i++) complete(e, cta[i].sm, cta[i].slot);
    take(e, 2, cta + 4, 20);
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(cta[i].kid, i < 2 ? 0 : i < 4 ? 2 : 1);
    OPS->destroy(e);
}

static void the_register_file_refuses(void **state)
{
    (void)state;
    void *e = engine();
    uint32_t value;
    machine(e, 4, 8);
    describe(e, 0, 0, 1, 64);
    assert_false(LAUNCH(e, 0)); /* an empty grid */
    describe(e, 0, 4, 1, 2048);
    assert_false(LAUNCH(e, 0));                        /* a CTA larger than an SM */
    assert_false(OPS->reg_write(e, 0xffc, 0));         /* no such register */
    assert_false(OPS->reg_write(e, REG_ID, 0));        /* read-only */
    assert_false(OPS->reg_write(e, REG_POLICY, 0xff)); /* no such policy */
    describe(e, 0, 4, 1, 64);
    assert_true(LAUNCH(e, 0));
    assert_false(LAUNCH(e, 0)); /* busy */
    assert_false(OPS->reg_write(e, REG_KERNEL + REG_K_THREADS, 32));
    assert_false(OPS->reg_write(e, REG_CTRL, REG_CTRL_INIT));
    assert_true(OPS->reg_read(e, REG_ID, &value));
    assert_int_equal(value, 0x43544144);
    OPS->destroy(e);
}

static void reads(void *e, uint32_t addr, uint32_t expected)
{
    uint32_t value;
    assert_true(OPS->reg_read(e, addr, &value));
    assert_int_equal(value, expected);
}

static void t_max_has_the_bits_of_a_number_of_slots(void **state)
{
    (void)state;
    const disp_size_t size[] = {SCHED_SMALL, SCHED_LARGE};
    for (uint32_t i = 0; i < 2; i++) {
        void *e = engine_c_create(arb_policies[0], 1, size[i]);
        reads(e, REG_KERNEL + REG_K_TMAX, size[i].slots);
        write(e, REG_KERNEL + REG_K_TMAX, UINT32_MAX);
        reads(e, REG_KERNEL + REG_K_TMAX, 2 * size[i].slots - 1);
        OPS->destroy(e);
    }
}

static void abort_kernel(void *e, uint32_t kid)
{
    write(e, REG_KERNEL + kid * REG_KERNEL_STRIDE + REG_K_CMD, REG_K_CMD_ABORT);
}

/* Launches rely on what the trackers were loaded with, SMs stay enabled while a kernel runs. */
static void no_write_leaves_a_kernel_without_an_sm(void **state)
{
    (void)state;
    void *e = engine();
    write(e, REG_CAP_SLOTS, 8);
    write(e, REG_CAP_WARPS, 48);
    write(e, REG_CAP_THREADS, 1536);
    write(e, REG_CAP_REGS, 1024);
    describe(e, 0, 4, 1, 64);
    assert_false(LAUNCH(e, 0)); /* nothing is loaded yet */
    machine(e, 4, 8);
    describe(e, 0, 4, 1, 1600);
    write(e, REG_CAP_WARPS, 60);
    write(e, REG_CAP_THREADS, 2048);
    assert_false(LAUNCH(e, 0)); /* fits what is written, not what is loaded */
    write(e, REG_CTRL, REG_CTRL_INIT);
    write(e, REG_SM_ENABLE, 0);
    assert_false(LAUNCH(e, 0)); /* no SM */
    write(e, REG_SM_ENABLE, 1);
    assert_true(LAUNCH(e, 0));
    assert_false(OPS->reg_write(e, REG_SM_ENABLE, 2));
    reads(e, REG_SM_ENABLE, 1);
    OPS->destroy(e);
}

enum { STATUS_0 = REG_KERNEL + REG_K_STATUS, ISSUED_0 = REG_KERNEL + REG_K_ISSUED };

/* Two SMs with a slot each are full, a third CTA waits: it never leaves, the two end as ever. */
static void an_aborted_kernel_drains(void **state)
{
    (void)state;
    void *e = engine();
    disp_out_t cta[2];
    machine(e, 2, 1);
    describe(e, 0, 9, 1, 64);
    assert_false(OPS->reg_write(e, REG_KERNEL + REG_K_CMD, REG_K_CMD_ABORT)); /* it does not run */
    assert_true(LAUNCH(e, 0));
    assert_false(OPS->reg_write(e, REG_KERNEL + REG_K_CMD, REG_K_CMD_LAUNCH | REG_K_CMD_ABORT));
    take(e, 2, cta, 10);
    abort_kernel(e, 0);
    reads(e, STATUS_0, REG_K_STATUS_ABORTED | 2);
    complete(e, 0, 0);
    idle(e, 10);
    reads(e, STATUS_0, REG_K_STATUS_ABORTED | 2);
    abort_kernel(e, 0); /* once more, in DRAIN */
    complete(e, 1, 0);
    reads(e, STATUS_0, REG_K_STATUS_ABORTED | 3);
    reads(e, ISSUED_0, 2);
    reads(e, REG_PERF_ISSUED, 2);
    reads(e, REG_PERF_COMPLETED, 2);
    reads(e, REG_IRQ_STATUS, 1);
    assert_false(OPS->reg_write(e, REG_KERNEL + REG_K_CMD, REG_K_CMD_ABORT));
    write(e, REG_IRQ_STATUS, 1);
    reads(e, STATUS_0, 0);
    assert_true(LAUNCH(e, 0)); /* starts from its first CTA */
    reads(e, STATUS_0, 1);
    take(e, 2, cta, 10);
    assert_int_equal(cta[0].lid, 0);
    OPS->destroy(e);
}

/* Four are launched, the machine is full with the first; the others end at once, and the first goes on. */
static void aborted_with_nothing_resident(void **state)
{
    (void)state;
    void *e = engine();
    disp_out_t cta[2];
    machine(e, 1, 1);
    for (uint32_t k = 0; k < 4; k++) {
        describe(e, k, 2, 1, 64);
        assert_true(LAUNCH(e, k));
    }
    take(e, 1, cta, 12);
    for (uint32_t k = 1; k < 4; k++) {
        abort_kernel(e, k);
        idle(e, 1);
        reads(e, STATUS_0 + k * REG_KERNEL_STRIDE, REG_K_STATUS_ABORTED | 3);
    }
    reads(e, REG_IRQ_STATUS, 0xe);
    reads(e, REG_PERF_KERNELS, 3);
    complete(e, 0, 0);
    take(e, 1, cta, 8);
    assert_int_equal(cta[0].kid, 0);
    complete(e, 0, 0);
    reads(e, STATUS_0, 3);
    OPS->destroy(e);
}

static void a_parameter_takes_its_greatest_value_and_no_more(void **state)
{
    (void)state;
    void *e = engine();
    uint32_t value;
    for (const policy_param_t *p = policy_params; p->policy; p++) {
        const uint32_t addr = p->addr;
        reads(e, addr, p->reset);
        write(e, addr, p->max);
        reads(e, addr, p->max);
        if (p->max >> 31) continue; /* what follows would not be more */
        write(e, addr, p->max - 1);
        assert_false(OPS->reg_write(e, addr, p->max + 1));
        assert_false(OPS->reg_write(e, addr, p->max | 1u << 31)); /* its bits alone would do */
        reads(e, addr, p->max - 1);
    }
    const uint32_t behind = policy_params[POLICY_PARAMS - 1].addr + 4; /* the last one */
    assert_false(OPS->reg_write(e, behind, 0));
    assert_false(OPS->reg_read(e, behind, &value));
    OPS->destroy(e);
}

static void a_parameter_stands_still_while_a_kernel_runs(void **state)
{
    (void)state;
    void *e = engine();
    machine(e, 2, 4);
    describe(e, 0, 4, 1, 64);
    assert_true(LAUNCH(e, 0));
    for (const policy_param_t *p = policy_params; p->policy; p++) {
        assert_false(OPS->reg_write(e, p->addr, p->reset));
        reads(e, p->addr, p->reset);
    }
    OPS->destroy(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ctas_leave_in_order_round_robin),
        cmocka_unit_test(kernels_follow_in_launch_order),
        cmocka_unit_test(a_higher_priority_goes_first),
        cmocka_unit_test(a_higher_priority_leaves_the_line_first),
        cmocka_unit_test(the_register_file_refuses),
        cmocka_unit_test(t_max_has_the_bits_of_a_number_of_slots),
        cmocka_unit_test(no_write_leaves_a_kernel_without_an_sm),
        cmocka_unit_test(an_aborted_kernel_drains),
        cmocka_unit_test(aborted_with_nothing_resident),
        cmocka_unit_test(a_parameter_takes_its_greatest_value_and_no_more),
        cmocka_unit_test(a_parameter_stands_still_while_a_kernel_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
