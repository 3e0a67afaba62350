/* test_place_room.c - the golden model of place_room: which SM has the most room, by each score. */
#include "disp_rig.h"

enum { SLOTS = 8, BY_CTAS = 0, BY_SLOTS = 1, BY_THREADS = 2, SCORES = 3 };

static void *machine_by(uint32_t score, uint32_t sms)
{
    void *e = engine();
    machine_with(e, "room", sms, SLOTS);
    write(e, policy_params[PARAM_PLACE_ROOM_SCORE].addr, score);
    return e;
}

/* SM that gets the only CTA of a kernel. */
static uint32_t place_one(void *e, uint32_t kid, uint32_t threads, uint32_t smem)
{
    disp_out_t cta;
    describe(e, kid, 1, 1, threads);
    write(e, REG_KERNEL + kid * REG_KERNEL_STRIDE + REG_K_SMEM, smem);
    assert_true(LAUNCH(e, kid));
    take(e, 1, &cta, 60);
    idle(e, 1);
    return cta.sm;
}

static void equal_sms_are_taken_in_order(void **state)
{
    (void)state;
    enum { SMS = 4 };
    disp_out_t cta[SMS * SLOTS];
    for (uint32_t score = 0; score < SCORES; score++) {
        void *e = machine_by(score, SMS);
        describe(e, 0, SMS * SLOTS, 1, 32);
        assert_true(LAUNCH(e, 0));
        take(e, SMS * SLOTS, cta, 200);
        for (uint32_t i = 0; i < SMS * SLOTS; i++) assert_int_equal(cta[i].sm, i % SMS);
        OPS->destroy(e);
    }
}

/* SM 0 has a CTA of many threads, SM 1 two of few. */
static void slots_and_threads_differ(void **state)
{
    (void)state;
    static const uint32_t THIRD[SCORES] = {[BY_CTAS] = 1, [BY_SLOTS] = 0, [BY_THREADS] = 1};
    for (uint32_t score = 0; score < SCORES; score++) {
        void *e = machine_by(score, 2);
        assert_int_equal(place_one(e, 0, 1024, 0), 0);
        assert_int_equal(place_one(e, 1, 256, 0), 1);
        assert_int_equal(place_one(e, 2, 256, 0), THIRD[score]);
        OPS->destroy(e);
    }
}

/* SM 0 has a CTA of much shared memory, SM 1 one of many threads; the next kernel needs shared memory. */
static void the_scarcest_resource_of_the_kernel_decides(void **state)
{
    (void)state;
    static const uint32_t THIRD[SCORES] = {[BY_CTAS] = 1, [BY_SLOTS] = 0, [BY_THREADS] = 0};
    for (uint32_t score = 0; score < SCORES; score++) {
        void *e = machine_by(score, 2);
        assert_int_equal(place_one(e, 0, 32, 30000), 0);
        assert_int_equal(place_one(e, 1, 512, 0), 1);
        assert_int_equal(place_one(e, 2, 32, 9000), THIRD[score]);
        OPS->destroy(e);
    }
}

/* A CTA of another kernel leaves SM 1 while the next kernel has CTAs left: SM 1 is counted anew. */
static void a_cta_of_another_kernel_changes_the_count(void **state)
{
    (void)state;
    void *e = machine_by(BY_CTAS, 2);
    disp_out_t cta[3];
    assert_int_equal(place_one(e, 0, 32, 30000), 0);
    assert_int_equal(place_one(e, 1, 32, 40000), 1);
    describe(e, 2, 4, 1, 32);
    write(e, REG_KERNEL + 2 * REG_KERNEL_STRIDE + REG_K_SMEM, 19000);
    assert_true(LAUNCH(e, 2));
    take(e, 1, cta, 60); /* one fits on SM 0, none on SM 1 */
    assert_int_equal(cta[0].sm, 0);
    idle(e, 20);
    complete(e, 1, 0);
    take(e, 2, cta, 60); /* now two fit on SM 1 */
    assert_true(cta[0].sm == 1 && cta[1].sm == 1);
    idle(e, 20);
    OPS->destroy(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_sms_are_taken_in_order),
        cmocka_unit_test(slots_and_threads_differ),
        cmocka_unit_test(the_scarcest_resource_of_the_kernel_decides),
        cmocka_unit_test(a_cta_of_another_kernel_changes_the_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
