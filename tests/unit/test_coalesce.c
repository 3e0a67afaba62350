/* Coalescing and bank conflicts, pattern by pattern. */
#include "mem_rig.h"

#include "mem/coalesce.h"

enum { ALL = -1 };

static uint64_t addr[WARP_LANES_MAX];
static mem_txn_t txn[COALESCE_MAX];

static void strided(uint64_t base, uint64_t stride_bytes)
{
    for (uint32_t i = 0; i < WARP_LANES_MAX; i++) addr[i] = base + i * stride_bytes;
}

static void expect_txn(uint32_t i, uint64_t first, uint32_t bytes, uint32_t lanes)
{
    assert_int_equal(txn[i].addr, first);
    assert_int_equal(txn[i].bytes, bytes);
    assert_int_equal(txn[i].lanes, lanes);
}

static void test_unit_stride_is_one_line(void **state)
{
    (void)state;
    strided(0x1000, 4);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 128, 128, txn), 1);
    expect_txn(0, 0x1000, 128, 0xffffffff);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 128, 32, txn), 1);
    expect_txn(0, 0x1000, 128, 0xffffffff);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 32, 32, txn), 4);
    expect_txn(3, 0x1060, 32, 0xff000000);
}

static void test_misaligned_unit_stride_takes_two(void **state)
{
    (void)state;
    strided(0x1004, 4);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 128, 32, txn), 2);
    expect_txn(0, 0x1000, 128, 0x7fffffff);
    expect_txn(1, 0x1080, 32, 0x80000000);
}

static void test_stride_two_takes_two_lines(void **state)
{
    (void)state;
    strided(0x2000, 8);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 128, 128, txn), 2);
    expect_txn(0, 0x2000, 128, 0x0000ffff);
    expect_txn(1, 0x2080, 128, 0xffff0000);
}

static void test_scattered_takes_one_per_lane(void **state)
{
    (void)state;
    strided(0x10040, 4096);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 128, 32, txn), 32);
    expect_txn(0, 0x10040, 32, 1);
    expect_txn(31, 0x10040 + 31 * 4096, 32, 0x80000000);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 128, 128, txn), 32);
    expect_txn(0, 0x10000, 128, 1);
}

static void test_wide_accesses(void **state)
{
    (void)state;
    strided(0, 8);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 8, 128, 128, txn), 2);
    strided(0, 16);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 16, 128, 32, txn), 4);
    expect_txn(2, 256, 128, 0x00ff0000);
}

static void test_partial_mask_and_sector_range(void **state)
{
    (void)state;
    strided(0x3000, 4);
    assert_int_equal(coalesce(addr, 0, 4, 128, 32, txn), 0);
    assert_int_equal(coalesce(addr, 1u << 9, 4, 128, 32, txn), 1);
    expect_txn(0, 0x3020, 32, 1u << 9);
    /* Lanes 8 and 31: sectors 1 and 3, so the range covers 2 as well. */
    assert_int_equal(coalesce(addr, 1u << 8 | 1u << 31, 4, 128, 32, txn), 1);
    expect_txn(0, 0x3020, 96, 1u << 8 | 1u << 31);
}

static void test_order_is_that_of_the_lowest_lane(void **state)
{
    (void)state;
    strided(0, 0);
    addr[0] = 0x500;
    addr[1] = 0x100;
    addr[2] = 0x580;
    for (uint32_t i = 3; i < 32; i++) addr[i] = i & 1 ? 0x500 : 0x11c;
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 128, 32, txn), 3);
    expect_txn(0, 0x500, 32, 0xaaaaaaa8 | 1);
    expect_txn(1, 0x100, 32, 0x55555550 | 2);
    expect_txn(2, 0x580, 32, 4);
}

static void test_an_access_across_lines_is_in_two(void **state)
{
    (void)state;
    strided(0x107d, 128);
    assert_int_equal(coalesce(addr, 0x3, 4, 128, 32, txn), 3);
    expect_txn(0, 0x1060, 32, 1);
    expect_txn(1, 0x1080, 128, 3); /* the end of lane 0's, and the beginning of lane 1's */
    expect_txn(2, 0x1100, 32, 2);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 128, 128, txn), 33);
    strided(0x1000 + 120, 256);
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 16, 128, 32, txn), COALESCE_MAX);
    addr[0] = UINT64_MAX - 2; /* the address space ends: the next line is the first one */
    assert_int_equal(coalesce(addr, 1, 8, 128, 32, txn), 2);
    expect_txn(0, UINT64_MAX - 31, 32, 1);
    expect_txn(1, 0, 32, 1);
}

/* Byte by byte: every byte of every lane is in a transaction that has the lane, of any alignment. */
static void test_every_byte_is_served(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (uint32_t round = 0; round < 2000; round++) {
        const uint32_t width = 1u << rig_random(&seed) % 5, lanes = (uint32_t)rig_random(&seed);
        for (uint32_t i = 0; i < 32; i++) addr[i] = rig_random(&seed) % 4096;
        for (uint32_t apart = 0; apart < 2; apart++) {
            const uint32_t n =
                apart ? coalesce_apart(addr, lanes, width, 32, txn) : coalesce(addr, lanes, width, 128, 32, txn);
            const uint32_t line = apart ? 32 : 128;
            for (uint32_t t = 0; t < n; t++)
                assert_int_equal(txn[t].addr / line, (txn[t].addr + txn[t].bytes - 1) / line);
            for (uint32_t i = 0; i < 32 * width; i++) {
                uint32_t serves = 0;
                for (uint32_t t = 0; t < n; t++)
                    serves +=
                        (txn[t].lanes >> i / width & 1) && addr[i / width] + i % width - txn[t].addr < txn[t].bytes;
                assert_int_equal(serves, lanes >> i / width & 1);
            }
        }
    }
}

static void test_every_lane_is_served_once(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (uint32_t round = 0; round < 2000; round++) {
        const uint32_t width = 1u << rig_random(&seed) % 5;
        const uint32_t lanes = (uint32_t)rig_random(&seed);
        for (uint32_t i = 0; i < 32; i++) addr[i] = rig_random(&seed) % 4096 & ~(uint64_t)(width - 1);
        const uint32_t n = coalesce(addr, lanes, width, 128, 32, txn);
        uint32_t served = 0;
        for (uint32_t t = 0; t < n; t++) {
            assert_int_equal(served & txn[t].lanes, 0);
            served |= txn[t].lanes;
            assert_int_equal(txn[t].addr / 128, (txn[t].addr + txn[t].bytes - 1) / 128);
            for (uint32_t i = 0; i < 32; i++)
                if (txn[t].lanes >> i & 1)
                    assert_true(addr[i] >= txn[t].addr && addr[i] + width <= txn[t].addr + txn[t].bytes);
        }
        assert_int_equal(served, lanes);
    }
}

static uint32_t conflict(uint64_t stride_bytes, uint32_t width)
{
    strided(0, stride_bytes);
    return smem_conflict_cycles(addr, (uint32_t)ALL, width, 32);
}

static void test_bank_conflicts_by_stride(void **state)
{
    (void)state;
    assert_int_equal(conflict(4, 4), 1);       /* stride 1 word */
    assert_int_equal(conflict(2 * 4, 4), 2);   /* 2 */
    assert_int_equal(conflict(3 * 4, 4), 1);   /* odd: none */
    assert_int_equal(conflict(32 * 4, 4), 32); /* all lanes on one bank */
    assert_int_equal(conflict(33 * 4, 4), 1);  /* padded */
    assert_int_equal(conflict(0, 4), 1);       /* broadcast */
    assert_int_equal(conflict(1, 1), 1);       /* bytes of 8 words */
    assert_int_equal(conflict(2, 2), 1);
    strided(0, 4);
    assert_int_equal(smem_conflict_cycles(addr, (uint32_t)ALL, 4, 16), 2); /* 16 banks */
    assert_int_equal(smem_conflict_cycles(addr, 0, 4, 32), 0);
    assert_int_equal(smem_conflict_cycles(addr, 8, 4, 32), 1);
}

static void test_wide_shared_accesses_go_in_phases(void **state)
{
    (void)state;
    assert_int_equal(conflict(8, 8), 2);   /* two half warps, no conflict inside */
    assert_int_equal(conflict(16, 16), 4); /* four quarters */
    assert_int_equal(conflict(16, 8), 4);  /* every half warp two-way */
    strided(0, 8);
    assert_int_equal(smem_conflict_cycles(addr, 0xffff, 8, 32), 1); /* one half only */
}

static void test_two_words_in_a_bank_count_once_each(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 32; i++) addr[i] = i & 1 ? 0 : 128; /* two words of bank 0 */
    assert_int_equal(smem_conflict_cycles(addr, (uint32_t)ALL, 4, 32), 2);
}

static void test_words_of_misaligned_accesses_conflict(void **state)
{
    (void)state;
    strided(2, 4); /* each lane needs two words, which its neighbours need too: 33 words in 32 banks */
    assert_int_equal(smem_conflict_cycles(addr, (uint32_t)ALL, 4, 32), 2);
    strided(2, 8); /* 64 words */
    assert_int_equal(smem_conflict_cycles(addr, (uint32_t)ALL, 4, 32), 2);
    assert_int_equal(smem_conflict_cycles(addr, 1, 4, 32), 1);
}

static void test_atomic_conflicts(void **state)
{
    (void)state;
    strided(64, 4);
    assert_int_equal(atom_conflict_cycles(addr, (uint32_t)ALL, 4), 1);
    strided(64, 0);
    assert_int_equal(atom_conflict_cycles(addr, (uint32_t)ALL, 4), 32);
    assert_int_equal(atom_conflict_cycles(addr, 0x7, 4), 3);
    assert_int_equal(atom_conflict_cycles(addr, 0, 4), 0);
    for (uint32_t i = 0; i < 32; i++) addr[i] = i % 5 * 8;
    assert_int_equal(atom_conflict_cycles(addr, (uint32_t)ALL, 8), 7);
}

static void test_atomics_on_the_same_bytes_lie_apart(void **state)
{
    (void)state;
    strided(64, 4); /* 128 bytes: four segments */
    assert_int_equal(coalesce_apart(addr, (uint32_t)ALL, 4, 32, txn), 4);
    assert_int_equal(txn[1].addr, 96);
    assert_int_equal(txn[1].bytes, 32);
    assert_int_equal(txn[1].lanes, 0xff00);
    strided(64, 0); /* one word */
    assert_int_equal(coalesce_apart(addr, (uint32_t)ALL, 4, 32, txn), 32);
    assert_int_equal(coalesce_apart(addr, 0x7, 4, 32, txn), 3);
    assert_int_equal(coalesce_apart(addr, 0, 4, 32, txn), 0);
    for (uint32_t i = 0; i < 32; i++) addr[i] = 64 + i % 5 * 8; /* lanes 0 to 3 of each five, and lane 4 */
    assert_int_equal(coalesce_apart(addr, (uint32_t)ALL, 8, 32, txn), 7 + 6);
    assert_int_equal(txn[0].lanes, 0xf);
    assert_int_equal(txn[1].lanes, 0x10);
    assert_int_equal(txn[1].addr, 96);
    addr[0] = 64; /* bytes 0 to 7, and 4 to 11 */
    addr[1] = 68;
    assert_int_equal(coalesce_apart(addr, 0x3, 8, 32, txn), 2);
    assert_int_equal(coalesce_apart(addr, 0x3, 4, 32, txn), 1);
}

static void test_gaps_are_the_words_that_no_lane_writes(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 32; i++) addr[i] = 128 + i * 8; /* every other word of two lines */
    assert_int_equal(coalesce(addr, (uint32_t)ALL, 4, 128, 32, txn), 2);
    for (uint32_t k = 0; k < 2; k++) {
        coalesce_gaps(addr, 4, &txn[k]);
        assert_true(txn[k].gaps == 0xaaaaaaaa);
        coalesce_gaps(addr, 8, &txn[k]); /* two words a lane */
        assert_true(txn[k].gaps == 0);
        coalesce_gaps(addr, 2, &txn[k]); /* no word as a whole */
        assert_true(txn[k].gaps == 0xffffffff);
    }
    addr[0] = 128 + 36; /* the second sector's second word; gaps count from the transaction's first byte */
    assert_int_equal(coalesce(addr, 1, 4, 128, 32, txn), 1);
    coalesce_gaps(addr, 4, &txn[0]);
    assert_true(txn[0].addr == 160 && txn[0].gaps == 0xfd);
    addr[0] = 0x107e; /* 8 bytes across a line: no whole word of the first, one of the second */
    assert_int_equal(coalesce(addr, 1, 8, 128, 32, txn), 2);
    coalesce_gaps(addr, 8, &txn[0]);
    coalesce_gaps(addr, 8, &txn[1]);
    assert_true(txn[0].gaps == 0xff && txn[1].gaps == 0xfe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unit_stride_is_one_line),
        cmocka_unit_test(test_misaligned_unit_stride_takes_two),
        cmocka_unit_test(test_stride_two_takes_two_lines),
        cmocka_unit_test(test_scattered_takes_one_per_lane),
        cmocka_unit_test(test_wide_accesses),
        cmocka_unit_test(test_partial_mask_and_sector_range),
        cmocka_unit_test(test_order_is_that_of_the_lowest_lane),
        cmocka_unit_test(test_every_lane_is_served_once),
        cmocka_unit_test(test_bank_conflicts_by_stride),
        cmocka_unit_test(test_wide_shared_accesses_go_in_phases),
        cmocka_unit_test(test_two_words_in_a_bank_count_once_each),
        cmocka_unit_test(test_atomic_conflicts),
        cmocka_unit_test(test_atomics_on_the_same_bytes_lie_apart),
        cmocka_unit_test(test_an_access_across_lines_is_in_two),
        cmocka_unit_test(test_every_byte_is_served),
        cmocka_unit_test(test_words_of_misaligned_accesses_conflict),
        cmocka_unit_test(test_gaps_are_the_words_that_no_lane_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
