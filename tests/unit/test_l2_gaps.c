/* One L2 slice: writes that leave gaps in the units they touch. */
#include "l2_rig.h"

enum { FIRST_HALF_GAPS = 0xf0, SECOND_HALF_GAPS = 0x0f };

static void write_words(rig_t *r, uint64_t addr, uint32_t bytes, uint64_t gaps, uint32_t token)
{
    push_req(r, (mem_req_t){.addr = addr, .bytes = bytes, .token = token, .kind = MEM_WRITE, .gaps = gaps});
    expect_reply(r, token);
    expect_nothing(r);
}

static void test_a_read_fetches_a_unit_written_in_part(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    write_words(r, 32, 32, FIRST_HALF_GAPS, 1);
    push(r, MEM_READ, 32, 32, 2);
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 2);
    push(r, MEM_READ, 32, 32, 3); /* now it is there */
    expect_reply(r, 3);
    write_words(r, 32, 32, FIRST_HALF_GAPS, 4); /* and a further write leaves it so */
    push(r, MEM_READ, 32, 32, 5);
    expect_reply(r, 5);
    assert_int_equal(stat(r, "fetch_bytes"), 32);
    end(r);
}

static void test_two_writes_may_cover_a_unit(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    write_words(r, 64, 32, FIRST_HALF_GAPS, 1);
    write_words(r, 64, 32, SECOND_HALF_GAPS, 2);
    push(r, MEM_READ, 64, 32, 3);
    expect_reply(r, 3);
    assert_int_equal(stat(r, "fetch_bytes"), 0);
    end(r);
}

static void test_each_unit_of_a_write_counts_for_itself(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    write_words(r, 0, 128, UINT64_C(1) << 20, 1); /* a word of the third of four units */
    push(r, MEM_READ, 0, 64, 2);
    expect_reply(r, 2);
    push(r, MEM_READ, 96, 32, 3);
    expect_reply(r, 3);
    push(r, MEM_READ, 64, 32, 4);
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 4);
    end(r);
}

/* Lines 0, 2, 4 share a set of two ways. */
static void test_what_was_written_leaves_with_its_line(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    write_words(r, 0, 32, FIRST_HALF_GAPS, 1);
    write_words(r, 2 * 128, 32, 0, 2);
    push(r, MEM_WRITE, 4 * 128, 32, 3);
    expect_dram(r, true, 1); /* line 0 goes, with the words that it has */
    expect_reply(r, 3);
    push(r, MEM_WRITE, 2 * 128, 32, 4);
    expect_reply(r, 4);
    push_req(r, (mem_req_t){.addr = 0, .bytes = 32, .token = 5, .kind = MEM_WRITE, .gaps = SECOND_HALF_GAPS});
    expect_dram(r, true, 1); /* in place of line 4 */
    expect_reply(r, 5);
    push(r, MEM_READ, 0, 32, 6); /* the first half is in the DRAM only */
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 6);
    end(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_read_fetches_a_unit_written_in_part),
        cmocka_unit_test(test_two_writes_may_cover_a_unit),
        cmocka_unit_test(test_each_unit_of_a_write_counts_for_itself),
        cmocka_unit_test(test_what_was_written_leaves_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
