/* test_registry.c - policies by stage and word, the POLICY register, and parameters by name. */
#include "policies.h"

#include <stdio.h>

static bool uses(policy_use_t *u, policy_stage_t stage, const char *word)
{
    return policy_use(u, stage, word, strlen(word));
}

static void words_name_modules(void **state)
{
    (void)state;
    static const char *const MODULES[POLICY_STAGES] = {"place_rr", "limit_tmax", "gate_none", "arb_gto"};
    static const char *const OPTIONS[POLICY_STAGES] = {"place", "limit", "gate", "warp"};
    for (policy_stage_t s = 0; s < POLICY_STAGES; s++) {
        char module[POLICY_MODULE_BYTES];
        policy_module(s, policy_plain(s), module);
        assert_string_equal(module, MODULES[s]);
        assert_string_equal(policy_option(s), OPTIONS[s]);
        assert_non_null(policy_find(s, policy_plain(s), strlen(policy_plain(s))));
    }
    assert_string_equal(policy_find(POLICY_LIMIT, "lcs,tmax", 3), "lcs");
    assert_null(policy_find(POLICY_LIMIT, "lcs", 2)); /* a part of a word is none */
    assert_null(policy_find(POLICY_LIMIT, "lcs,tmax", 4));
    assert_null(policy_find(POLICY_LIMIT, "claso", 5)); /* another stage's */
    assert_null(policy_find(POLICY_LIMIT, "", 0));
}

static void a_stage_lists_its_words(void **state)
{
    (void)state;
    uint32_t n[POLICY_STAGES] = {0}, tables[POLICY_STAGES] = {0};
    for (policy_stage_t s = 0; s < POLICY_STAGES; s++)
        while (policy_word(s, n[s])) {
            const char *word = policy_word(s, n[s]++);
            assert_ptr_equal(policy_find(s, word, strlen(word)), word); /* each word once */
        }
    while (place_policies[tables[POLICY_PLACE]]) tables[POLICY_PLACE]++;
    while (limit_policies[tables[POLICY_LIMIT]]) tables[POLICY_LIMIT]++;
    while (gate_policies[tables[POLICY_GATE]]) tables[POLICY_GATE]++;
    while (arb_policies[tables[POLICY_WARP]]) tables[POLICY_WARP]++;
    tables[POLICY_GATE]++; /* none has no golden model */
    assert_memory_equal(n, tables, sizeof n);
    assert_string_equal(policy_word(POLICY_GATE, 0), "none");
}

/* Every place with every limit and every set of gates. */
static void policy_packs_and_unpacks(void **state)
{
    (void)state;
    uint32_t gates = 0;
    while (gate_policies[gates]) gates++;
    for (uint32_t p = 0; place_policies[p]; p++)
        for (uint32_t l = 0; limit_policies[l]; l++)
            for (uint32_t g = 0; g < UINT32_C(1) << gates; g++) {
                const policy_use_t u = {.place = p, .limit = l, .gates = g, .warp = 1};
                policy_use_t back = {.warp = 1};
                assert_true(policy_unpack(policy_pack(&u), &back));
                assert_memory_equal(&u, &back, sizeof u);
            }
    const policy_use_t fields = {.place = 0x12, .limit = 0x34, .gates = 0x5678};
    assert_int_equal(policy_pack(&fields), 0x56783412); /* the register's layout, docs/rtl/disp.md */
}

static void what_is_not_built_in_does_not_unpack(void **state)
{
    (void)state;
    uint32_t places = 0, limits = 0, gates = 0;
    while (place_policies[places]) places++;
    while (limit_policies[limits]) limits++;
    while (gate_policies[gates]) gates++;
    const policy_use_t plain = policy_use_plain();
    const uint32_t wrong[] = {places, 0xff, limits << 8, 0xff00, UINT32_C(0x10000) << gates, 0xffff0000};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        policy_use_t u = plain;
        assert_false(policy_unpack(wrong[i], &u));
        assert_memory_equal(&u, &plain, sizeof u);
    }
}

static void name_is(const char *words, const char *name)
{
    const policy_use_t u = policies(words);
    char text[64];
    policy_use_name(&u, text, sizeof text);
    assert_string_equal(text, name);
}

static void policies_in_use_have_a_name(void **state)
{
    (void)state;
    name_is("", "none");
    name_is("rr+tmax+none+lrr", "none"); /* plain, and a warp scheduler is no part of the dispatcher */
    name_is("lcs", "lcs");
    name_is("claso+lcs+bcs", "bcs+lcs+claso"); /* by stage */
    name_is("dyncore+claso+none", "claso+dyncore");
    const policy_use_t u = policies("bcs+lcs+claso");
    char small[6];
    policy_use_name(&u, small, sizeof small);
    assert_string_equal(small, "bcs+l"); /* cut */
}

static void a_word_replaces_and_a_gate_joins(void **state)
{
    (void)state;
    policy_use_t u = policy_use_plain();
    assert_true(uses(&u, POLICY_LIMIT, "lcs") && uses(&u, POLICY_LIMIT, "dyncta"));
    assert_string_equal(limit_policies[u.limit]->name, "limit_dyncta");
    assert_true(uses(&u, POLICY_GATE, "claso") && uses(&u, POLICY_GATE, "dyncore") && uses(&u, POLICY_GATE, "none"));
    assert_int_equal(__builtin_popcount(u.gates), 2);
    const policy_use_t before = u;
    assert_false(uses(&u, POLICY_PLACE, "dyncta"));
    assert_memory_equal(&u, &before, sizeof u);
}

static const policy_param_t *param(const char *name) { return policy_param(name, strlen(name)); }

static void parameters_have_names(void **state)
{
    (void)state;
    const policy_param_t *p = param("lcs.scope");
    assert_non_null(p);
    assert_string_equal(p->policy, "limit_lcs");
    assert_string_equal(p->key, "scope");
    assert_string_equal(policy_param_word(p), "lcs");
    assert_int_equal(policy_param_stage(p), POLICY_LIMIT);
    assert_ptr_equal(policy_param("lcs.scope=1", 9), p);
    static const char *const NONE[] = {"lcs", "lcs.", "lcs.scop", "lcs.scopes", "lc.scope", ".scope", "", "tmax.n"};
    for (size_t i = 0; i < sizeof NONE / sizeof NONE[0]; i++) assert_null(param(NONE[i]));
    for (p = policy_params; p->policy; p++) { /* each is found by its own name */
        char name[64];
        snprintf(name, sizeof name, "%s.%s", policy_param_word(p), p->key);
        assert_ptr_equal(param(name), p);
        assert_true(policy_param_of(p, name, strcspn(name, ".")));
    }
}

static bool used(const char *name, const char *words)
{
    const policy_use_t u = policies(words);
    return policy_param_used(param(name), &u);
}

static void a_parameter_is_used_with_its_policy(void **state)
{
    (void)state;
    assert_false(used("lcs.scope", ""));
    assert_true(used("lcs.scope", "lcs"));
    assert_false(used("dyncta.window_cycles", "dyncore"));
    assert_true(used("dyncore.window_cycles", "claso+dyncore"));
    assert_false(used("dyncore.window_cycles", "claso"));
    assert_true(used("bcs.block", "bcs"));
    assert_false(used("bcs.block", "rr"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_name_modules),          cmocka_unit_test(a_stage_lists_its_words),
        cmocka_unit_test(policy_packs_and_unpacks),    cmocka_unit_test(what_is_not_built_in_does_not_unpack),
        cmocka_unit_test(policies_in_use_have_a_name), cmocka_unit_test(a_word_replaces_and_a_gate_joins),
        cmocka_unit_test(parameters_have_names),       cmocka_unit_test(a_parameter_is_used_with_its_policy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
