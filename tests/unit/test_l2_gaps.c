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

/* A request for a line writes a word in every other one of its words, so that its four sectors have 16 bytes each. */
static void test_summed_bytes_make_a_sector_readable(void **state)
{
    (void)state;
    for (uint32_t summed = 0; summed < 2; summed++) {
        l2_cfg_t cfg = small();
        cfg.port_bytes = 32;
        cfg.write_bytes = summed ? WRITE_BYTES_SUMMED : WRITE_BYTES_OWN;
        rig_t *r = rig(cfg);
        push_req(r, (mem_req_t){.bytes = 128, .token = 1, .kind = MEM_WRITE, .gaps = UINT32_C(0xaaaaaaaa)});
        for (uint32_t i = 0; i < 4; i++) expect_reply(r, 1);
        for (uint32_t sector = 0; sector < 4; sector++) {
            push(r, MEM_READ, sector * 32, 32, 2); /* the sum is 16, 32, 48, 64 bytes */
            if (!summed || sector != 1) l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
            expect_reply(r, 2);
        }
        end(r);
    }
}

static void write_in_parts(rig_t *r, uint64_t addr, uint32_t bytes, uint64_t gaps)
{
    push_req(r, (mem_req_t){.addr = addr, .bytes = bytes, .token = 1, .kind = MEM_WRITE, .gaps = gaps});
    for (uint32_t i = 0; i < bytes / 32; i++) expect_reply(r, 1);
}

/* Nothing is written to the second of these sectors, but the first has 32 bytes. */
static void test_a_sum_counts_whatever_sector_its_bytes_are_for(void **state)
{
    (void)state;
    l2_cfg_t cfg = small();
    cfg.port_bytes = 32;
    cfg.write_bytes = WRITE_BYTES_SUMMED;
    rig_t *r = rig(cfg);
    write_in_parts(r, 0, 128, UINT32_C(0xfffeff00)); /* a whole sector, and a word of the third */
    push(r, MEM_READ, 0, 64, 2);
    expect_reply(r, 2);
    expect_reply(r, 2);
    push(r, MEM_READ, 64, 32, 3); /* 36 bytes */
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 3);
    end(r);
}

/* Neither a request of less than a line adds up, nor a write that hits. */
static void test_half_lines_and_hits_do_not_sum(void **state)
{
    (void)state;
    l2_cfg_t cfg = small();
    cfg.port_bytes = 32;
    cfg.write_bytes = WRITE_BYTES_SUMMED;
    rig_t *r = rig(cfg);
    write_in_parts(r, 0, 64, 0xf0f0);
    push(r, MEM_READ, 32, 32, 2);
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 2);
    write_in_parts(r, 256, 64, 0xfffe);
    write_in_parts(r, 256, 128, UINT32_C(0xfffff0f0)); /* the second sector hits: 32 bytes, of which it has 16 */
    push(r, MEM_READ, 256 + 32, 32, 3);
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 3);
    end(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_summed_bytes_make_a_sector_readable),
        cmocka_unit_test(test_a_sum_counts_whatever_sector_its_bytes_are_for),
        cmocka_unit_test(test_half_lines_and_hits_do_not_sum),
        cmocka_unit_test(test_a_read_fetches_a_unit_written_in_part),
        cmocka_unit_test(test_two_writes_may_cover_a_unit),
        cmocka_unit_test(test_each_unit_of_a_write_counts_for_itself),
        cmocka_unit_test(test_what_was_written_leaves_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
