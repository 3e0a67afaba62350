/* test_place_order.c - the golden models of place_backfill and place_engines: who passes, how often, and whose turn it
 * is. */
#include "disp_rig.h"

enum { SLOTS = 8, LARGE = 1024, SMALL = 32 }; /* threads of a CTA: an SM has 1536 */

/* Kernel 0 has a large CTA more than there are SMs, of which each holds one; kernel 1 many small ones. */
static void *large_before_small(uint32_t pass, uint32_t sms)
{
    void *e = engine();
    machine_with(e, "backfill", sms, SLOTS);
    write(e, policy_params[PARAM_PLACE_BACKFILL_PASS].addr, pass);
    describe(e, 0, sms + 1, 1, LARGE);
    describe(e, 1, 40, 1, SMALL);
    assert_true(LAUNCH(e, 0));
    return e;
}

static void a_kernel_that_fits_passes_one_that_does_not_as_often_as_allowed(void **state)
{
    (void)state;
    disp_out_t cta[5];
    void *e = large_before_small(3, 1);
    take(e, 1, cta, 40);
    assert_int_equal(cta[0].kid, 0);
    assert_true(LAUNCH(e, 1));
    take(e, 3, cta, 60);
    for (uint32_t i = 0; i < 3; i++) assert_true(cta[i].kid == 1 && cta[i].slot == i + 1);
    idle(e, 60); /* slots and threads are left */
    complete(e, 0, 1);
    idle(e, 60); /* the place that this CTA leaves stays free */
    complete(e, 0, 0);
    take(e, 2, cta, 60); /* the last large one; then kernel 1 is the first */
    assert_true(cta[0].kid == 0 && cta[1].kid == 1);
    OPS->destroy(e);
}

static void no_kernel_passes_with_a_bound_of_zero_nor_while_the_first_fits(void **state)
{
    (void)state;
    disp_out_t cta[3];
    void *e = large_before_small(0, 1);
    take(e, 1, cta, 40);
    assert_true(LAUNCH(e, 1));
    idle(e, 60);
    OPS->destroy(e);
    e = large_before_small(9, 2);
    assert_true(LAUNCH(e, 1));
    take(e, 3, cta, 60);
    assert_true(cta[0].kid == 0 && cta[1].kid == 0 && cta[2].kid == 1);
    OPS->destroy(e);
}

static void *engines_of(uint32_t size, uint32_t sms)
{
    void *e = engine();
    machine_with(e, "engines", sms, SLOTS);
    write(e, policy_params[PARAM_PLACE_ENGINES_SIZE].addr, size);
    return e;
}

static void engines_take_turns_and_their_sms_go_in_rounds(void **state)
{
    (void)state;
    static const uint32_t SM[] = {0, 2, 4, 1, 3, 4, 0, 2, 4}; /* of five SMs: engines of 2, 2 and 1 */
    disp_out_t cta[9];
    void *e = engines_of(2, 5);
    describe(e, 0, 9, 1, SMALL);
    assert_true(LAUNCH(e, 0));
    take(e, 9, cta, 80);
    for (uint32_t i = 0; i < 9; i++) assert_int_equal(cta[i].sm, SM[i]);
    OPS->destroy(e);
}

static void a_full_engine_makes_the_others_wait_an_empty_one_does_not(void **state)
{
    (void)state;
    disp_out_t cta[8];
    void *e = engines_of(2, 3); /* SM 2 is an engine by itself */
    describe(e, 0, 8, 1, LARGE);
    assert_true(LAUNCH(e, 0));
    take(e, 3, cta, 40);
    assert_true(cta[0].sm == 0 && cta[1].sm == 2 && cta[2].sm == 1); /* the turn is SM 2's again */
    complete(e, 0, 0);
    idle(e, 40); /* SM 0 has room, SM 2 has not */
    complete(e, 2, 0);
    take(e, 2, cta, 40);
    assert_true(cta[0].sm == 2 && cta[1].sm == 0);
    OPS->destroy(e);
    e = engines_of(1, 3);
    write(e, REG_SM_ENABLE, 5); /* engine 1 has no SM that receives CTAs */
    describe(e, 0, 4, 1, SMALL);
    assert_true(LAUNCH(e, 0));
    take(e, 4, cta, 60);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(cta[i].sm, i % 2 * 2);
    OPS->destroy(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_that_fits_passes_one_that_does_not_as_often_as_allowed),
        cmocka_unit_test(no_kernel_passes_with_a_bound_of_zero_nor_while_the_first_fits),
        cmocka_unit_test(engines_take_turns_and_their_sms_go_in_rounds),
        cmocka_unit_test(a_full_engine_makes_the_others_wait_an_empty_one_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
