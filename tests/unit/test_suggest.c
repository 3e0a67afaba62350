/* Suggestions after misspelt words. */
#include "base/suggest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *const words[] = {"lrr", "gto", "two_level", "sca"};
enum { COUNT = sizeof words / sizeof words[0] };

static void test_nearest(void **state)
{
    (void)state;
    assert_string_equal(suggest_nearest("gtoo", words, COUNT), "gto");
    assert_string_equal(suggest_nearest("towlevel", words, COUNT), "two_level");
    assert_string_equal(suggest_nearest("lr", words, COUNT), "lrr");
    assert_null(suggest_nearest("xyz", words, COUNT)); /* every letter would change */
    assert_null(suggest_nearest("dir", words, COUNT)); /* two letters of three would change for lrr */
    assert_string_equal(suggest_nearest("gtto", words, COUNT), "gto");
    assert_string_equal(suggest_nearest("got", words, COUNT), "gto"); /* two letters swapped are one edit */
    static const char *const numbered[] = {"lcs28", "gtx480", "fd3", "a1"};
    assert_string_equal(suggest_nearest("lsc", numbered, 4), "lcs28"); /* a missing number is one letter */
    assert_string_equal(suggest_nearest("gtx", numbered, 4), "gtx480");
    assert_null(suggest_nearest("sat", numbered, 4));
    assert_null(suggest_nearest("", words, COUNT));
    assert_null(suggest_nearest("gto", words, 0));
    char longer[300];
    for (unsigned i = 0; i < sizeof longer; i++) longer[i] = i + 1 < sizeof longer ? 'a' : '\0';
    assert_null(suggest_nearest(longer, words, COUNT));
}

static void test_text(void **state)
{
    (void)state;
    char text[80];
    assert_string_equal(suggest_text(text, sizeof text, "scaa", words, COUNT),
                        "did you mean sca? allowed: lrr, gto, two_level, sca");
    assert_string_equal(suggest_text(text, sizeof text, "qqqqqq", words, COUNT), "allowed: lrr, gto, two_level, sca");
    assert_string_equal(suggest_text(text, 26, "qqqqqq", words, COUNT), "allowed: lrr, gto, ...");
}

static void test_dotted(void **state)
{
    (void)state;
    static const char *const names[] = {"lcs.scope", "dyncta.window", "dyncore.window", "dyncore.sms"};
    char text[80];
    assert_string_equal(suggest_dotted(text, sizeof text, "lsc.scope", names, 4, NULL), "lcs.scope");
    assert_string_equal(suggest_dotted(text, sizeof text, "scope", names, 4, NULL), "lcs.scope");
    assert_string_equal(suggest_dotted(text, sizeof text, "widow", names, 4, NULL), "dyncta.window or dyncore.window");
    assert_string_equal(suggest_dotted(text, sizeof text, "dyncta.windw", names, 4, NULL), "dyncta.window");
    assert_string_equal(suggest_dotted(text, sizeof text, "smz", names, 4, NULL), "dyncore.sms");
    assert_string_equal(suggest_dotted(text, sizeof text, "smz", names, 4, "sms"), ""); /* not nearer */
    assert_string_equal(suggest_dotted(text, sizeof text, "quarter", names, 4, NULL), "");
    assert_string_equal(suggest_dotted(text, 10, "widow", names, 4, NULL), "dyncta.wi");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_dotted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
