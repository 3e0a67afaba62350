/* test_place_spatial.c - the golden model of place_spatial: the kernels' sets of SMs, and which kernel receives them
 * when the other has no CTA left. */
#include "disp_rig.h"

enum { SMS = 5, SLOTS = 2 };

/* Kernel 1 is launched first, then kernel 0; all SMs are full when it returns. */
static void *two_kernels(uint32_t ctas_of_1, disp_out_t cta[SMS * SLOTS])
{
    void *e = engine();
    machine_with(e, "spatial", SMS, SLOTS);
    describe(e, 1, ctas_of_1, 1, 32);
    describe(e, 0, 40, 1, 32);
    assert_true(LAUNCH(e, 1));
    assert_true(LAUNCH(e, 0));
    take(e, SMS * SLOTS, cta, 60);
    return e;
}

/* A CTA of each SM completes: the next one there is of the SM's kernel. */
static void expect_owners(void *e, const uint32_t kid[SMS])
{
    disp_out_t next;
    for (uint32_t sm = 0; sm < SMS; sm++) {
        complete(e, sm, 0);
        take(e, 1, &next, 20);
        assert_int_equal(next.sm, sm);
        assert_int_equal(next.kid, kid[sm]);
    }
}

static void sms_are_dealt_in_turn(void **state)
{
    (void)state;
    disp_out_t cta[SMS * SLOTS];
    void *e = two_kernels(40, cta);
    expect_owners(e, (const uint32_t[]){1, 0, 1, 0, 1});
    OPS->destroy(e);
}

/* Kernel 1 keeps SM 0 as long as it has CTAs left. */
static void the_sms_of_a_kernel_without_ctas_left_are_handed_over(void **state)
{
    (void)state;
    enum { CTAS = 12 };
    disp_out_t cta[SMS * SLOTS], next;
    void *e = two_kernels(CTAS, cta);
    uint32_t left = CTAS;
    for (uint32_t i = 0; i < SMS * SLOTS; i++) left -= cta[i].kid == 1;
    assert_in_range(left, 1, CTAS - 3 * SLOTS);
    while (left--) {
        complete(e, 0, 0);
        take(e, 1, &next, 20);
        assert_true(next.sm == 0 && next.kid == 1);
    }
    expect_owners(e, (const uint32_t[]){0, 0, 0, 0, 0});
    OPS->destroy(e);
}

static void a_launch_deals_all_sms_anew(void **state)
{
    (void)state;
    disp_out_t cta[SMS * SLOTS];
    void *e = two_kernels(40, cta);
    describe(e, 2, 40, 1, 32);
    assert_true(LAUNCH(e, 2));
    idle(e, SMS + 4);
    expect_owners(e, (const uint32_t[]){1, 0, 2, 1, 0});
    OPS->destroy(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sms_are_dealt_in_turn),
        cmocka_unit_test(the_sms_of_a_kernel_without_ctas_left_are_handed_over),
        cmocka_unit_test(a_launch_deals_all_sms_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
