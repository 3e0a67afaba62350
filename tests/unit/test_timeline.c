/* The CTA timeline: valid JSON with the right bars, or no file. */
#include "stats/timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#define TEMP "test_timeline.tmp.json"

static const json_t *field(const json_t *event, const char *name)
{
    const json_t *v = json_object_get(event, name);
    assert_non_null(v);
    return v;
}

static void test_a_bar_per_cta(void **state)
{
    (void)state;
    err_t err = {{0}};
    timeline_t *t = timeline_open(TEMP, 2, 3, 700, &err);
    assert_non_null(t);
    timeline_begin(t, 700, &(timeline_cta_t){"k\"$\n", 8, 3, 5, 1, 0, 21, 1, 2});
    timeline_begin(t, 701, &(timeline_cta_t){"late", 0, 0, 0, 0, 0, 0, 0, 0}); /* never ends: no bar */
    assert_int_not_equal(access(TEMP, F_OK), 0); /* nothing under the name before the end */
    timeline_end(t, 2100, 1, 2);
    timeline_begin(t, 2100, &(timeline_cta_t){"next", 0, 0, 6, 1, 0, 22, 1, 2}); /* the slot is free */
    timeline_end(t, 2101, 1, 2);
    assert_true(timeline_close(t, NULL, 0, &err));

    json_t *root = json_load_file(TEMP, 0, NULL);
    assert_non_null(root);
    const json_t *events = field(root, "traceEvents");
    enum { NAMES = 2 * (1 + 2 * (1 + 3)) }; /* a name and a place: the kernels' process, SMs, slots */
    assert_int_equal(json_array_size(events), NAMES + 2);
    const json_t *bar = json_array_get(events, NAMES);
    assert_string_equal(json_string_value(field(bar, "ph")), "X");
    assert_string_equal(json_string_value(field(bar, "name")), "k\"$\n 21");
    assert_int_equal(json_integer_value(field(bar, "pid")), 1001); /* SM 1, slot 2 */
    assert_int_equal(json_integer_value(field(bar, "tid")), 102);
    assert_true(json_number_value(field(bar, "ts")) == 1.0);
    assert_true(json_number_value(field(bar, "dur")) == 2.0);
    const json_t *args = field(bar, "args");
    assert_int_equal(json_integer_value(field(args, "id")), 8);
    assert_int_equal(json_integer_value(field(args, "stream")), 3);
    assert_int_equal(json_integer_value(field(args, "lid")), 21);
    assert_int_equal(json_integer_value(field(args, "x")), 5);
    assert_int_equal(json_integer_value(field(args, "sm")), 1);
    assert_int_equal(json_integer_value(field(args, "slot")), 2);
    assert_int_equal(json_integer_value(field(args, "begin_cycle")), 700);
    assert_int_equal(json_integer_value(field(args, "cycles")), 1400);
    json_decref(root);
    unlink(TEMP);
}

/* A process of their own, a track per stream, a bar per kernel. */
static void test_a_bar_per_kernel(void **state)
{
    (void)state;
    err_t err = {{0}};
    timeline_t *t = timeline_open(TEMP, 1, 1, 1000, &err);
    assert_non_null(t);
    timeline_kernel(t, &(timeline_kernel_t){"a", 0, 1, 1000, 3000});
    timeline_kernel(t, &(timeline_kernel_t){"b", 2, 0, 1500, 2500});
    timeline_kernel(t, &(timeline_kernel_t){"c", 1, 1, 3000, 3001});
    assert_true(timeline_close(t, NULL, 0, &err));
    json_t *root = json_load_file(TEMP, 0, NULL);
    assert_non_null(root);
    const json_t *events = field(root, "traceEvents");
    uint32_t names = 0, bars = 0;
    for (size_t i = 2 * (1 + 2); i < json_array_size(events); i++) { /* behind those of the SM */
        const json_t *e = json_array_get(events, i);
        const bool bar = !strcmp(json_string_value(field(e, "ph")), "X");
        assert_int_equal(json_integer_value(field(e, "pid")), 1);
        names += !bar && !strcmp(json_string_value(field(e, "name")), "thread_name");
        if (!bar || bars++ != 1) continue;
        assert_string_equal(json_string_value(field(e, "name")), "b");
        assert_int_equal(json_integer_value(field(e, "tid")), 100);
        assert_true(json_number_value(field(e, "ts")) == 1.5);
        assert_true(json_number_value(field(e, "dur")) == 1.0);
        assert_int_equal(json_integer_value(field(field(e, "args"), "id")), 2);
    }
    assert_int_equal(names, 2);
    assert_int_equal(bars, 3);
    json_decref(root);
    unlink(TEMP);
}

static void test_a_counter_of_paused_ctas(void **state)
{
    (void)state;
    err_t err = {{0}};
    timeline_t *t = timeline_open(TEMP, 2, 4, 1000, &err);
    assert_non_null(t);
    timeline_paused(t, 2500, 1, 3);
    assert_true(timeline_close(t, NULL, 0, &err));
    json_t *root = json_load_file(TEMP, 0, NULL);
    assert_non_null(root);
    const json_t *events = field(root, "traceEvents");
    const json_t *e = json_array_get(events, json_array_size(events) - 1);
    assert_string_equal(json_string_value(field(e, "ph")), "C");
    assert_int_equal(json_integer_value(field(e, "pid")), 1001);
    assert_true(json_number_value(field(e, "ts")) == 2.5);
    assert_int_equal(json_integer_value(field(field(e, "args"), "count")), 3);
    json_decref(root);
    unlink(TEMP);
}

/* Two causes in a row, then none; a cause that stands when the run stops ends there. */
static void test_a_track_of_causes(void **state)
{
    (void)state;
    err_t err = {{0}};
    timeline_t *t = timeline_open(TEMP, 2, 4, 1000, &err);
    assert_non_null(t);
    timeline_refused(t, 1000, 1, "limit");
    timeline_refused(t, 3000, 1, "slots");
    timeline_refused(t, 3500, 1, NULL);
    timeline_refused(t, 4000, 1, "gate");
    assert_true(timeline_close(t, "a test", 4100, &err));
    json_t *root = json_load_file(TEMP, 0, NULL);
    assert_non_null(root);
    const json_t *events = field(root, "traceEvents");
    static const struct {
        const char *cause;
        int begin, cycles;
    } expected[] = {{"limit", 1000, 2000}, {"slots", 3000, 500}, {"gate", 4000, 100}};
    const size_t first = json_array_size(events) - 3;
    for (size_t i = 0; i < 3; i++) {
        const json_t *bar = json_array_get(events, first + i);
        assert_string_equal(json_string_value(field(bar, "name")), expected[i].cause);
        assert_int_equal(json_integer_value(field(bar, "pid")), 1001);
        assert_int_equal(json_integer_value(field(bar, "tid")), 104); /* behind slots 0 to 3 */
        assert_int_equal(json_integer_value(field(field(bar, "args"), "begin_cycle")), expected[i].begin);
        assert_int_equal(json_integer_value(field(field(bar, "args"), "cycles")), expected[i].cycles);
    }
    const json_t *name = json_array_get(events, first - 2); /* then its place */
    assert_string_equal(json_string_value(field(field(name, "args"), "name")), "no CTA");
    json_decref(root);
    unlink(TEMP);
}

static void test_abort_leaves_nothing(void **state)
{
    (void)state;
    err_t err = {{0}};
    timeline_t *t = timeline_open(TEMP, 1, 1, 1000, &err);
    assert_non_null(t);
    timeline_begin(t, 0, &(timeline_cta_t){"k", 0, 0, 0, 0, 0, 0, 0, 0});
    timeline_end(t, 1, 0, 0);
    timeline_abort(t);
    assert_int_not_equal(access(TEMP, F_OK), 0);
    timeline_abort(NULL);
    assert_null(timeline_open("no/such/dir/t.json", 1, 1, 1000, &err));
    assert_non_null(strstr(err.text, "cannot be written"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_bar_per_cta),
        cmocka_unit_test(test_a_bar_per_kernel),
        cmocka_unit_test(test_a_counter_of_paused_ctas),
        cmocka_unit_test(test_a_track_of_causes),
        cmocka_unit_test(test_abort_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
