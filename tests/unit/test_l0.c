/* test_l0.c - the L0 instruction cache alone: which lines it has and requests, with and without a stream buffer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sm/l0.h"

enum { STREAM = 4, LINE = 10, FAR = 100 };

static l0_t *start(uint32_t sets, uint32_t ways, uint32_t stream_lines)
{
    l0_t *l = l0_create(sets, ways, stream_lines);
    assert_non_null(l);
    return l;
}

/* The next requests are these consecutive lines. */
static void take(l0_t *l, uint64_t first, uint32_t lines)
{
    for (uint32_t i = 0; i < lines; i++) {
        assert_true(l0_requests(l));
        assert_int_equal(l0_take_request(l), first + i);
    }
}

/* ... and there are no others. */
static void take_all(l0_t *l, uint64_t first, uint32_t lines)
{
    take(l, first, lines);
    assert_false(l0_requests(l));
}

static void arrive(l0_t *l, uint64_t first, uint32_t lines)
{
    for (uint32_t i = 0; i < lines; i++) l0_arrive(l, first + i);
}

static void miss(l0_t *l, uint64_t line)
{
    assert_false(l0_look(l, line));
    l0_miss(l, line);
}

/* Its line is in the cache and the next ones in the stream buffer. */
static l0_t *with_full_buffer(void)
{
    l0_t *l = start(8, 4, STREAM);
    miss(l, LINE);
    take_all(l, LINE, 1 + STREAM);
    arrive(l, LINE, 1 + STREAM);
    return l;
}

static void a_demand_miss_requests_the_line_and_those_behind_it(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, STREAM);
    miss(l, LINE);
    take_all(l, LINE, 1 + STREAM);
    l0_destroy(l);
}

static void a_requested_line_is_found_from_its_arrival_on(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, STREAM);
    miss(l, LINE);
    take_all(l, LINE, 1 + STREAM);
    assert_false(l0_look(l, LINE));
    l0_arrive(l, LINE);
    assert_true(l0_look(l, LINE));
    assert_false(l0_requests(l));
    l0_destroy(l);
}

static void a_line_on_its_way_is_requested_once(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, STREAM);
    for (uint32_t i = 0; i < 3; i++) miss(l, LINE);
    take_all(l, LINE, 1 + STREAM);
    miss(l, LINE);
    assert_false(l0_requests(l));
    l0_destroy(l);
}

static void a_line_of_the_buffer_moves_in_and_one_more_is_requested(void **state)
{
    (void)state;
    l0_t *l = with_full_buffer();
    for (uint32_t i = 1; i <= STREAM; i++) {
        assert_true(l0_look(l, LINE + i));
        take_all(l, LINE + STREAM + i, 1);
        assert_true(l0_look(l, LINE + i)); /* in the cache now */
        assert_false(l0_requests(l));
    }
    l0_destroy(l);
}

static void a_line_of_the_buffer_is_not_found_before_it_is_here(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, STREAM);
    miss(l, LINE);
    take_all(l, LINE, 1 + STREAM);
    arrive(l, LINE, 1);
    arrive(l, LINE + 2, 1);
    assert_false(l0_look(l, LINE + 1));
    assert_true(l0_look(l, LINE + 2));
    l0_destroy(l);
}

static void lines_before_one_that_is_found_are_dropped(void **state)
{
    (void)state;
    l0_t *l = with_full_buffer();
    assert_true(l0_look(l, LINE + 3));
    take_all(l, LINE + STREAM + 1, 3);
    assert_false(l0_look(l, LINE + 1));
    assert_false(l0_look(l, LINE + 2));
    assert_true(l0_look(l, LINE + 4));
    l0_destroy(l);
}

static void a_line_that_is_awaited_keeps_its_place_until_it_arrives(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, STREAM);
    miss(l, LINE);
    take_all(l, LINE, 1 + STREAM);
    miss(l, LINE + 2);
    assert_false(l0_requests(l));
    arrive(l, LINE + 2, 1);
    take_all(l, LINE + STREAM + 1, 2);
    assert_true(l0_look(l, LINE + 2));
    assert_false(l0_requests(l));
    l0_destroy(l);
}

static void a_jump_empties_the_buffer(void **state)
{
    (void)state;
    l0_t *l = with_full_buffer();
    miss(l, FAR);
    take_all(l, FAR, 1 + STREAM);
    for (uint32_t i = 1; i <= STREAM; i++) assert_false(l0_look(l, LINE + i));
    assert_true(l0_look(l, LINE));
    l0_destroy(l);
}

static void a_jump_takes_unsent_requests_back(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, STREAM);
    miss(l, LINE);
    take(l, LINE, 3);
    miss(l, FAR);
    take_all(l, FAR, 1 + STREAM);
    l0_destroy(l);
}

static void a_line_that_a_fetch_waits_for_is_not_taken_back(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, STREAM);
    miss(l, LINE);
    miss(l, FAR);
    take(l, LINE, 1);
    take_all(l, FAR, 1 + STREAM);
    arrive(l, LINE, 1);
    assert_true(l0_look(l, LINE));
    l0_destroy(l);
}

/* Each time the line is behind the new one, and requested for the stream buffer as well. */
static void jumps_back_do_not_pile_up_requests(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, STREAM);
    uint32_t requests = 0;
    for (uint32_t back = 0; back < SM_WARPS; back++) miss(l, FAR - back);
    for (; l0_requests(l); requests++) l0_take_request(l);
    assert_in_range(requests, SM_WARPS, SM_WARPS + STREAM);
    l0_destroy(l);
}

static void late_arrivals_of_dropped_lines_are_not_kept(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, STREAM);
    miss(l, LINE);
    take_all(l, LINE, 1 + STREAM);
    miss(l, FAR);
    arrive(l, LINE + 1, STREAM);
    for (uint32_t i = 1; i <= STREAM; i++) assert_false(l0_look(l, LINE + i));
    take_all(l, FAR, 1 + STREAM);
    arrive(l, FAR, 1);
    l0_empty(l);
    arrive(l, FAR + 1, 1);
    for (uint32_t i = 0; i < 2; i++) assert_false(l0_look(l, FAR + i));
    l0_destroy(l);
}

static void load(l0_t *l, uint64_t line)
{
    miss(l, line);
    take_all(l, line, 1);
    l0_arrive(l, line);
}

static void the_least_recently_used_line_is_replaced(void **state)
{
    (void)state;
    l0_t *l = start(1, 2, 0);
    load(l, 1);
    load(l, 2);
    assert_true(l0_look(l, 1));
    load(l, 3);
    assert_false(l0_look(l, 2));
    load(l, 4); /* its arrival is the last use of line 3 */
    assert_false(l0_look(l, 1));
    assert_true(l0_look(l, 3));
    assert_true(l0_look(l, 4));
    l0_destroy(l);
}

static void a_line_replaces_one_of_its_set(void **state)
{
    (void)state;
    l0_t *l = start(2, 1, 0);
    load(l, 0);
    load(l, 1);
    load(l, 2);
    assert_false(l0_look(l, 0));
    assert_true(l0_look(l, 1));
    assert_true(l0_look(l, 2));
    l0_destroy(l);
}

static void a_line_from_the_buffer_replaces_another(void **state)
{
    (void)state;
    l0_t *l = start(1, 1, STREAM);
    miss(l, LINE);
    take_all(l, LINE, 1 + STREAM);
    arrive(l, LINE, 2);
    assert_true(l0_look(l, LINE + 1));
    assert_false(l0_look(l, LINE));
    l0_destroy(l);
}

static void without_a_stream_buffer_only_the_line_is_requested(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, 0);
    load(l, LINE);
    assert_false(l0_look(l, LINE + 1));
    load(l, LINE + 1);
    assert_true(l0_look(l, LINE));
    l0_destroy(l);
}

static void the_largest_stream_buffer_is_filled(void **state)
{
    (void)state;
    l0_t *l = start(8, 4, L0_STREAM_MAX);
    miss(l, LINE);
    take_all(l, LINE, 1 + L0_STREAM_MAX);
    arrive(l, LINE, 1 + L0_STREAM_MAX);
    assert_true(l0_look(l, LINE + L0_STREAM_MAX));
    take_all(l, LINE + 1 + L0_STREAM_MAX, L0_STREAM_MAX);
    l0_destroy(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_demand_miss_requests_the_line_and_those_behind_it),
        cmocka_unit_test(a_requested_line_is_found_from_its_arrival_on),
        cmocka_unit_test(a_line_on_its_way_is_requested_once),
        cmocka_unit_test(a_line_of_the_buffer_moves_in_and_one_more_is_requested),
        cmocka_unit_test(a_line_of_the_buffer_is_not_found_before_it_is_here),
        cmocka_unit_test(lines_before_one_that_is_found_are_dropped),
        cmocka_unit_test(a_line_that_is_awaited_keeps_its_place_until_it_arrives),
        cmocka_unit_test(a_jump_empties_the_buffer),
        cmocka_unit_test(a_jump_takes_unsent_requests_back),
        cmocka_unit_test(a_line_that_a_fetch_waits_for_is_not_taken_back),
        cmocka_unit_test(jumps_back_do_not_pile_up_requests),
        cmocka_unit_test(late_arrivals_of_dropped_lines_are_not_kept),
        cmocka_unit_test(the_least_recently_used_line_is_replaced),
        cmocka_unit_test(a_line_replaces_one_of_its_set),
        cmocka_unit_test(a_line_from_the_buffer_replaces_another),
        cmocka_unit_test(without_a_stream_buffer_only_the_line_is_requested),
        cmocka_unit_test(the_largest_stream_buffer_is_filled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
