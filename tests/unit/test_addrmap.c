/* Where addresses live: controllers, slices, banks, rows. */
#include "mem_rig.h"

#include "mem/addrmap.h"

static void test_address_map(void **state)
{
    (void)state;
    machine_t m = rig_machine(); /* 6 controllers of 2 slices, 256 bytes, 16 banks, 4 KB rows */
    addrmap_t map;
    addrmap_init(&map, &m);
    for (uint32_t i = 0; i < 24; i++) {
        const addr_slice_t s = addrmap_slice(&map, i * 256 + 17);
        assert_int_equal(s.slice, i % 6 * 2 + i / 6 % 2);
        assert_int_equal(s.local, i / 12 * 256 + 17);
    }
    /* Slice 1 of a controller has the odd banks; a row is 4 KB of the slice's own addresses. */
    addr_bank_t b = addrmap_bank(&map, 1, 0);
    assert_int_equal(b.bank, 1);
    assert_int_equal(b.row, 0);
    b = addrmap_bank(&map, 0, 4096);
    assert_int_equal(b.bank, 2);
    b = addrmap_bank(&map, 3, 8 * 4096 + 5);
    assert_int_equal(b.bank, 1);
    assert_int_equal(b.row, 1);
    m.l2.slices = 3; /* 16 banks are not divided by 3: no two slices may share a row's address */
    addrmap_init(&map, &m);
    const addr_bank_t x = addrmap_bank(&map, 0, 0), y = addrmap_bank(&map, 1, 6 * 4096);
    assert_true(x.bank != y.bank || x.row != y.row);
}

/* Slice 0 has 8 of the 16 banks, so its rows follow each other every 8 * 4 KB. */
static void test_rows_wrap_around(void **state)
{
    (void)state;
    for (uint32_t rows = 0; rows <= 4; rows += 4) {
        machine_t m = rig_machine();
        addrmap_t map;
        m.dram.rows = rows;
        addrmap_init(&map, &m);
        for (uint64_t row = 0; row < 12; row++) {
            const addr_bank_t b = addrmap_bank(&map, 0, (row * 8 + 3) * 4096);
            assert_int_equal(b.row, rows ? row % 4 : row);
            assert_int_equal(b.bank, 6);
        }
    }
}

static void test_no_two_addresses_share_a_place(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    const uint32_t mcs[] = {1, 5, 6, 8}, slices[] = {1, 2, 3};
    for (uint32_t i = 0; i < 12; i++) {
        m.mcs = mcs[i % 4];
        m.l2.slices = slices[i / 4];
        addrmap_t map;
        addrmap_init(&map, &m);
        const uint32_t places = m.mcs * m.l2.slices, chunks = 64 * places;
        uint8_t *taken = calloc(chunks, 1);
        assert_non_null(taken);
        for (uint32_t c = 0; c < chunks; c++) { /* dense: every slice gets its first 64 chunks */
            const addr_slice_t s = addrmap_slice(&map, (uint64_t)c * m.interleave_bytes);
            assert_true(s.slice < places && s.local / m.interleave_bytes < 64);
            uint8_t *t = &taken[s.slice * 64 + s.local / m.interleave_bytes];
            assert_int_equal(*t, 0);
            *t = 1;
            assert_true(addrmap_bank(&map, s.slice, s.local).bank < m.dram.banks);
            assert_int_equal(addrmap_addr(&map, s.slice, s.local + 7), (uint64_t)c * m.interleave_bytes + 7);
        }
        free(taken);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_address_map),
        cmocka_unit_test(test_rows_wrap_around),
        cmocka_unit_test(test_no_two_addresses_share_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
