/* test_machine_gpcs.c - GPCs of a machine: lists of numbers, which SM is in which GPC, and their sum. */
#include "base/sizes.h"
#include "config/config.h"
#include "config/machine_fields.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define TEMP "test_machine_gpcs.tmp.yaml"

static void what_is_no_list_is_refused(void **state)
{
    (void)state;
    static const char *const WRONG[] = {
        "0", "x", "1+", "+1", "1++2", "1-2", "1.5", "145", "1 + 2", "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", "1+145"};
    for (uint32_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        char expected[300], set[80];
        err_t err = {{0}}, set_err = {{0}};
        machine_t m;
        FILE *f = fopen(TEMP, "w");
        assert_non_null(f);
        fprintf(f, "name: x\ngpc_sms: %s\n", WRONG[i]);
        fclose(f);
        assert_false(machine_load(TEMP, &m, &err));
        snprintf(expected, sizeof expected,
                 TEMP ":2: gpc_sms is '%s'; allowed: 1 to 16 whole numbers from 1 to %d (SMs), joined by +", WRONG[i],
                 SCHED_SMS_MAX);
        assert_string_equal(err.text, expected);
        snprintf(set, sizeof set, "gpc_sms=%s", WRONG[i]);
        assert_false(machine_set(&m, set, NULL, &set_err));
        assert_string_equal(set_err.text + strlen("--set"), expected + strlen(TEMP ":2"));
        unlink(TEMP);
    }
}

static void sms_are_in_gpcs_in_order(void **state)
{
    (void)state;
    static const struct {
        uint32_t sm, gpc;
    } of[] = {{0, 0}, {17, 0}, {18, 1}, {33, 1}, {34, 2}, {35, 2}};
    machine_t m = {.gpc_sms = {0}};
    char text[MACHINE_LIST_CHARS];
    err_t err = {{0}};
    assert_true(machine_set(&m, "gpc_sms=18+16+2", NULL, &err));
    machine_list_text(&m.gpc_sms, text);
    assert_string_equal(text, "18+16+2");
    assert_int_equal(machine_gpcs(&m), 3);
    for (uint32_t i = 0; i < sizeof of / sizeof of[0]; i++) assert_int_equal(machine_gpc_of(&m, of[i].sm), of[i].gpc);
    m.gpc_sms.count = 0;
    assert_int_equal(machine_gpcs(&m), 1);
    assert_int_equal(machine_gpc_of(&m, 35), 0);
}

/* Of lcs28, whose file has no GPCs. */
static void their_sum_is_the_number_of_sms(void **state)
{
    (void)state;
    machine_t m;
    err_t err = {{0}};
    if (!machine_load("configs/machines/lcs28.yaml", &m, &err)) fail_msg("%s", err.text);
    assert_int_equal(machine_gpcs(&m), 1);
    assert_false(machine_has_sm_network(&m));
    assert_true(machine_set(&m, "gpc_sms=18+10", NULL, &err));
    assert_true(machine_check(&m, "m", &err));
    assert_true(machine_set(&m, "sms=4", NULL, &err));
    err = (err_t){{0}};
    assert_false(machine_check(&m, "m", &err));
    assert_string_equal(err.text, "m: gpc_sms is 18+10, 28 SMs; allowed: numbers whose sum is sms, 4; remedy if you "
                                  "set sms: --set gpc_sms=4 too");
    assert_true(machine_set(&m, "gpc_sms=4", NULL, &err));
    assert_true(machine_check(&m, "m", &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_list_is_refused),
        cmocka_unit_test(sms_are_in_gpcs_in_order),
        cmocka_unit_test(their_sum_is_the_number_of_sms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
