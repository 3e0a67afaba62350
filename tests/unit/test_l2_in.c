/* The way into a slice: the delay, parts in order, room for a line, no bound on the delay. */
#include "mem_rig.h"

#include "mem/l2_in.h"

enum { LATENCY = 10, QUEUE = 6, LINE_PARTS = 4, PACKETS = 64 };

typedef struct {
    packets_t packets;
    l2_in_t in;
} bed_t;

static void bed_open(bed_t *b)
{
    assert_true(packets_init(&b->packets, 1));
    l2_in_init(&b->in, &b->packets, LATENCY, QUEUE, LINE_PARTS);
}

static uint32_t push(bed_t *b, uint64_t now, uint32_t parts)
{
    assert_true(packets_room(&b->packets));
    const uint32_t id = packets_take(&b->packets);
    l2_in_push(&b->in, now, id, parts);
    return id;
}

static void test_a_part_enters_each_cycle_after_the_delay(void **state)
{
    (void)state;
    bed_t b;
    bed_open(&b);
    assert_true(l2_in_enters(&b.in) == UINT64_MAX);
    const uint32_t first = push(&b, 5, 2), second = push(&b, 6, 1);
    assert_int_equal(l2_in_enters(&b.in), 5 + LATENCY);
    l2_in_tick(&b.in, 5 + LATENCY - 1);
    assert_false(l2_in_ready(&b.in));
    for (uint32_t k = 1; k <= 3; k++) {
        l2_in_tick(&b.in, 5 + LATENCY + k - 1);
        assert_int_equal(b.in.parts, k);
    }
    assert_int_equal(l2_in_head(&b.in), first);
    l2_in_pop(&b.in, false);
    assert_int_equal(l2_in_head(&b.in), first);
    l2_in_pop(&b.in, true);
    assert_int_equal(l2_in_head(&b.in), second);
    l2_in_pop(&b.in, true);
    assert_false(l2_in_ready(&b.in));
    assert_true(l2_in_enters(&b.in) == UINT64_MAX);
    packets_drop(&b.packets);
}

/* Six places: a packet is refused while a line's four parts do not fit, whatever its own size. */
static void test_room_is_that_of_a_line(void **state)
{
    (void)state;
    bed_t b;
    bed_open(&b);
    push(&b, 0, 3);
    for (uint64_t t = LATENCY; t < LATENCY + 2; t++) l2_in_tick(&b.in, t);
    assert_true(l2_in_room(&b.in));
    l2_in_tick(&b.in, LATENCY + 2);
    assert_false(l2_in_room(&b.in));
    l2_in_pop(&b.in, false);
    assert_true(l2_in_room(&b.in));
    packets_drop(&b.packets);
}

static void test_the_delay_has_no_bound(void **state)
{
    (void)state;
    bed_t b;
    bed_open(&b);
    for (uint32_t k = 0; k < PACKETS; k++) {
        assert_true(l2_in_room(&b.in));
        assert_int_equal(push(&b, 0, LINE_PARTS), k);
    }
    for (uint64_t t = LATENCY; t < LATENCY + 100; t++) l2_in_tick(&b.in, t);
    assert_int_equal(b.in.parts, QUEUE); /* and not one more while none leaves */
    for (uint32_t k = 0; k < PACKETS; k++)
        for (uint32_t part = 1; part <= LINE_PARTS; part++) {
            assert_int_equal(l2_in_head(&b.in), k);
            l2_in_pop(&b.in, part == LINE_PARTS);
            l2_in_tick(&b.in, 200);
        }
    assert_false(l2_in_ready(&b.in));
    packets_drop(&b.packets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_part_enters_each_cycle_after_the_delay),
        cmocka_unit_test(test_room_is_that_of_a_line),
        cmocka_unit_test(test_the_delay_has_no_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
