/* test_golden_parts.c - partitions in the golden dispatcher: who may use which SM, what is refused, and who gets a lent
 * SM back; launch order of tiles; kernels without a seat of limit_smk. */
#include "disp_rig.h"

static uint32_t part(uint32_t kid) { return REG_PART + kid * REG_PART_STRIDE; }

static void a_kernel_stays_in_its_partition(void **state)
{
    (void)state;
    void *e = engine();
    disp_out_t cta[12];
    machine_with(e, "mixed", 4, 8);
    describe(e, 0, 6, 1, 64);
    describe(e, 1, 6, 1, 64);
    write(e, part(0), 0x3);
    write(e, part(1), 0xc);
    assert_true(LAUNCH(e, 0));
    assert_true(LAUNCH(e, 1));
    take(e, 12, cta, 60);
    for (uint32_t i = 0; i < 12; i++) assert_int_equal(cta[i].sm / 2, cta[i].kid);
    OPS->destroy(e);
}

static void a_kernel_always_has_an_sm(void **state)
{
    (void)state;
    void *e = engine();
    disp_out_t cta[2];
    machine(e, 4, 1);
    describe(e, 0, 9, 1, 64);
    write(e, part(0), 0xf0); /* of SMs that do not receive CTAs */
    assert_false(LAUNCH(e, 0));
    write(e, part(0), 0xf2);
    assert_true(LAUNCH(e, 0));
    assert_false(OPS->reg_write(e, part(0), 0xf0));  /* it is busy */
    assert_false(OPS->reg_write(e, part(0) + 4, 1)); /* no such word: 32 SMs */
    take(e, 1, cta, 20);
    assert_int_equal(cta[0].sm, 1);
    write(e, part(0), 0x4); /* its CTA on SM 1 stays there */
    take(e, 1, cta + 1, 20);
    assert_int_equal(cta[1].sm, 2);
    complete(e, 1, cta[0].slot);
    idle(e, 20);
    OPS->destroy(e);
}

static void a_lent_sm_returns_to_its_owner(void **state)
{
    (void)state;
    void *e = engine();
    disp_out_t cta[8];
    machine_with(e, "mixed", 2, 2);
    describe(e, 0, 50, 1, 64);
    describe(e, 1, 2, 1, 64);
    write(e, part(0), 0x1);
    write(e, REG_KERNEL + REG_K_FLAGS, REG_K_FLAGS_BORROW);
    write(e, part(1), 0x2);
    assert_true(LAUNCH(e, 0));
    take(e, 4, cta, 30); /* both SMs are full of the borrower's CTAs */
    assert_true(LAUNCH(e, 1));
    idle(e, 20);
    for (uint32_t i = 0; i < 4; i++)
        if (cta[i].sm == 1) complete(e, 1, cta[i].slot);
    take(e, 2, cta + 4, 30);
    for (uint32_t i = 4; i < 6; i++) assert_true(cta[i].kid == 1 && cta[i].sm == 1);
    complete(e, 1, cta[4].slot); /* the owner has no CTA left to dispatch */
    take(e, 1, cta + 6, 30);
    assert_true(cta[6].kid == 0 && cta[6].sm == 1);
    OPS->destroy(e);
}

static void policies_that_need_all_sms_refuse_a_part(void **state)
{
    (void)state;
    static const char *const policies[] = {"tile", "spatial", "smc", "claso", "dyncore"};
    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++) {
        void *e = engine();
        machine_with(e, policies[i], 4, 8);
        describe(e, 0, 9, 1, 64);
        write(e, part(0), 0xe);
        assert_false(LAUNCH(e, 0));
        write(e, part(0), 0xf); /* those that receive CTAs */
        assert_true(LAUNCH(e, 0));
        assert_false(OPS->reg_write(e, part(0), 0xe));
        OPS->destroy(e);
    }
}

static void tiles_go_in_launch_order(void **state)
{
    (void)state;
    void *e = engine();
    machine_with(e, "tile", 4, 8);
    describe(e, 0, 9, 1, 64);
    write(e, REG_KERNEL + REG_K_PRIORITY, 1);
    assert_false(LAUNCH(e, 0));
    write(e, REG_KERNEL + REG_K_PRIORITY, 0);
    assert_true(LAUNCH(e, 0));
    OPS->destroy(e);
}

/* Two kernels have the seats when a third one of higher priority comes: rr asks about no other before its last CTA. */
static void a_kernel_without_a_seat_that_ranks_first_is_dispatched(void **state)
{
    (void)state;
    void *e = engine();
    disp_out_t cta[32];
    machine_with(e, "smk", 2, 8);
    for (uint32_t k = 0; k < 3; k++) describe(e, k, k == 2 ? 3 : 40, 1, 64);
    write(e, REG_KERNEL + 2 * REG_KERNEL_STRIDE + REG_K_PRIORITY, 1);
    assert_true(LAUNCH(e, 0));
    assert_true(LAUNCH(e, 1));
    take(e, 3, cta, 2000);
    assert_true(LAUNCH(e, 2));
    uint32_t n = 0, of_2 = 0;
    for (; of_2 < 3; of_2 += cta[n++].kid == 2) take(e, 1, cta + n, 40);
    assert_true(n <= 3 + 3); /* three were under way */
    OPS->destroy(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_stays_in_its_partition),
        cmocka_unit_test(a_kernel_always_has_an_sm),
        cmocka_unit_test(a_lent_sm_returns_to_its_owner),
        cmocka_unit_test(policies_that_need_all_sms_refuse_a_part),
        cmocka_unit_test(tiles_go_in_launch_order),
        cmocka_unit_test(a_kernel_without_a_seat_that_ranks_first_is_dispatched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
