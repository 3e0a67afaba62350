/* test_models.c - the dispatcher that an engine takes is the smallest that holds the machine and has all policies in
 * use, and POLICY has its numbers. */
#include "engine/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define FEW "place_bcs place_rr limit_static limit_tmax"
static const disp_shim_t few = {.name = "few", .size = {32, 16, 4}, .policies = FEW},
                         whole = {.name = "whole", .size = {32, 16, 4}},
                         few_mid = {.name = "few_mid", .size = {144, 32, 4}, .policies = FEW},
                         whole_mid = {.name = "whole_mid", .size = {144, 32, 4}},
                         few_large = {.name = "few_large", .size = {144, 32, 16}, .policies = FEW},
                         whole_large = {.name = "whole_large", .size = {144, 32, 16}};
const disp_shim_t *const disp_shims[] = {&few, &whole, &few_mid, &whole_mid, &few_large, &whole_large, NULL};
static const disp_size_t fits = {32, 16, 4};

static const arb_shim_t small = {"arb_lrr", .warps = 32, .slots = 8, .kernels = 4},
                        gto = {"arb_gto", .warps = 64, .slots = 16, .kernels = 4},
                        lrr = {"arb_lrr", .warps = 64, .slots = 16, .kernels = 16};
const arb_shim_t *const arb_shims[] = {&small, &gto, &lrr, NULL};

static policy_use_t with(policy_stage_t stage, const char *word)
{
    policy_use_t use = policy_use_plain();
    if (word) assert_true(policy_use(&use, stage, word, strlen(word)));
    return use;
}

static const char *taken(policy_stage_t stage, const char *word)
{
    const policy_use_t use = with(stage, word);
    return disp_model(&use, fits)->name;
}

static void test_the_smallest_with_all_policies(void **state)
{
    (void)state;
    assert_string_equal(disp_model(NULL, fits)->name, "whole");
    assert_string_equal(taken(POLICY_PLACE, NULL), "few");
    assert_string_equal(taken(POLICY_PLACE, "bcs"), "few");
    assert_string_equal(taken(POLICY_LIMIT, "static"), "few");
    assert_string_equal(taken(POLICY_PLACE, "mixed"), "whole");
    assert_string_equal(taken(POLICY_LIMIT, "lcs"), "whole");
    assert_string_equal(taken(POLICY_GATE, "claso"), "whole");
}

static void test_the_smallest_that_holds_the_machine(void **state)
{
    (void)state;
    const policy_use_t plain = policy_use_plain(), lcs = with(POLICY_LIMIT, "lcs");
    assert_ptr_equal(disp_model(&plain, (disp_size_t){1, 1, 4}), &few);
    assert_ptr_equal(disp_model(&plain, (disp_size_t){33, 1, 1}), &few_mid);
    assert_ptr_equal(disp_model(&plain, (disp_size_t){1, 17, 1}), &few_mid);
    assert_ptr_equal(disp_model(&plain, (disp_size_t){144, 32, 16}), &few_large);
    assert_ptr_equal(disp_model(&plain, (disp_size_t){1, 1, 5}), &few_large);
    assert_ptr_equal(disp_model(&lcs, (disp_size_t){33, 16, 1}), &whole_mid);
    assert_ptr_equal(disp_model(NULL, (disp_size_t){32, 17, 1}), &whole_mid);
    assert_ptr_equal(disp_model(NULL, (disp_size_t){32, 17, 5}), &whole_large);
    assert_null(disp_model(&plain, (disp_size_t){145, 32, 1}));
    assert_null(disp_model(&plain, (disp_size_t){144, 33, 1}));
    assert_null(disp_model(&plain, (disp_size_t){144, 32, 17}));
}

static void test_sizes(void **state)
{
    (void)state;
    assert_int_equal(disp_model_size((disp_size_t){28, 8, 4}).sms, 32);
    assert_int_equal(disp_model_size((disp_size_t){28, 17, 4}).sms, 144);
    assert_int_equal(disp_model_size((disp_size_t){28, 17, 4}).kernels, 4);
    assert_int_equal(disp_model_size((disp_size_t){28, 17, 5}).kernels, 16);
    assert_int_equal(disp_model_size((disp_size_t){145, 8, 4}).sms, 0);
    assert_int_equal(disp_model_largest().sms, 144);
    assert_int_equal(disp_model_largest().slots, 32);
    assert_int_equal(disp_model_largest().kernels, 16);
}

static uint32_t value_of(const disp_shim_t *model, policy_stage_t stage, const char *word)
{
    const policy_use_t use = with(stage, word);
    uint32_t value = policy_pack(&use);
    return disp_model_policy(model, &value) ? value : UINT32_MAX;
}

static void test_numbers_of_policies(void **state)
{
    (void)state;
    const policy_use_t bcs = {.place = 0, .limit = 1}, rr = {.place = 1, .limit = 1}, held = {.place = 1, .limit = 0};
    const policy_use_t lcs = with(POLICY_LIMIT, "lcs");
    assert_int_equal(value_of(&few, POLICY_PLACE, "bcs"), policy_pack(&bcs));
    assert_int_equal(value_of(&few, POLICY_PLACE, NULL), policy_pack(&rr));
    assert_int_equal(value_of(&few, POLICY_LIMIT, "static"), policy_pack(&held));
    assert_int_equal(value_of(&few, POLICY_PLACE, "mixed"), UINT32_MAX);
    assert_int_equal(value_of(&few, POLICY_LIMIT, "lcs"), UINT32_MAX);
    assert_int_equal(value_of(&few, POLICY_GATE, "claso"), UINT32_MAX);
    assert_int_equal(value_of(&whole, POLICY_LIMIT, "lcs"), policy_pack(&lcs));
}

static void test_a_value_without_a_policy(void **state)
{
    (void)state;
    uint32_t value = 0xff;
    assert_false(disp_model_policy(&few, &value));
    assert_true(disp_model_policy(&whole, &value));
    assert_int_equal(value, 0xff);
}

static const arb_shim_t *arb_for(const char *warp, uint32_t warps, uint32_t slots, uint32_t kernels)
{
    return arb_model(policy_arb(warp), warps, (disp_size_t){1, slots, kernels});
}

static void test_the_arbiter_of_a_policy(void **state)
{
    (void)state;
    assert_ptr_equal(arb_for("gto", 32, 8, 4), &gto);
    assert_ptr_equal(arb_for("lrr", 32, 8, 4), &small);
    assert_ptr_equal(arb_for("lrr", 33, 8, 4), &lrr);
    assert_ptr_equal(arb_for("lrr", 32, 9, 4), &lrr);
    assert_ptr_equal(arb_for("lrr", 32, 8, 5), &lrr);
    assert_ptr_equal(arb_for("lrr", 64, 16, 16), &lrr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_smallest_with_all_policies),
        cmocka_unit_test(test_the_smallest_that_holds_the_machine),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_numbers_of_policies),
        cmocka_unit_test(test_a_value_without_a_policy),
        cmocka_unit_test(test_the_arbiter_of_a_policy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
