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
    static const struct {
        uint32_t mcs, slices;
        slice_index_t index;
    } shapes[] = {{1, 1, SLICE_LINEAR}, {5, 1, SLICE_LINEAR}, {8, 1, SLICE_LINEAR}, {1, 2, SLICE_LINEAR},
                  {6, 2, SLICE_LINEAR}, {8, 2, SLICE_LINEAR}, {5, 3, SLICE_LINEAR}, {8, 3, SLICE_LINEAR},
                  {16, 1, SLICE_IPOLY}, {8, 2, SLICE_IPOLY},  {8, 4, SLICE_IPOLY},  {32, 2, SLICE_IPOLY}};
    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        m.mcs = shapes[i].mcs;
        m.l2.slices = shapes[i].slices;
        m.slice_index = shapes[i].index;
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

/* GPGPU-Sim's V100: 32 controllers of 2 slices, HBM. */
static machine_t hashed_machine(void)
{
    machine_t m = rig_machine();
    m.mcs = 32;
    m.slice_index = SLICE_IPOLY;
    m.dram.row_bytes = 2048;
    m.dram.rows = 8192;
    return m;
}

/* What linear_to_raw_address_translation answers with memory_partition_indexing 2, 32 channels, 2 sub partitions and
 * the map dramid@8;...0000RRRR.RRRRRRRR.RBBBCCCB.CCCSSSSS. */
static void test_gpgpu_sims_addresses(void **state)
{
    (void)state;
    static const struct {
        uint64_t addr;
        uint32_t slice, bank, row;
        uint64_t local;
    } of[] = {
        {0x0, 0, 0, 0, 0x0},
        {0x11, 0, 0, 0, 0x11},
        {0x100, 2, 0, 0, 0x0},
        {0x1f00, 62, 0, 0, 0x0},
        {0x2000, 1, 1, 0, 0x0},
        {0x3f80, 63, 1, 0, 0x80},
        {0x4000, 3, 0, 0, 0x100},
        {0x4100, 1, 0, 0, 0x100},
        {0x7f60, 60, 1, 0, 0x160},
        {0x1c000, 9, 0, 0, 0x700},
        {0x20000, 24, 2, 0, 0x800},
        {0x22000, 25, 3, 0, 0x800},
        {0x40000, 48, 4, 0, 0x1000},
        {0x80000, 35, 8, 0, 0x2000},
        {0x100000, 5, 0, 1, 0x4000},
        {0x102040, 4, 1, 1, 0x4040},
        {0x7fe00, 28, 7, 0, 0x1f00},
        {0x200000, 10, 0, 2, 0x8000},
        {0xc0001be0, 42, 0, 3072, 0x30000e0},
        {0x12345678, 10, 4, 291, 0x48d178},
        {0x1234567f0, 59, 5, 4660, 0x48d15f0},
        {0x7f2a04c03580, 24, 1, 76, 0x1fca8130080},
        {0x7f2a04c05580, 26, 0, 76, 0x1fca8130180},
        {0x7fffffffff80, 32, 15, 8191, 0x1ffffffff80},
    };
    const machine_t m = hashed_machine();
    addrmap_t map;
    addrmap_init(&map, &m);
    for (uint32_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        const addr_slice_t s = addrmap_slice(&map, of[i].addr);
        const addr_bank_t b = addrmap_bank(&map, s.slice, s.local);
        assert_int_equal(s.slice, of[i].slice);
        assert_int_equal(s.local, of[i].local);
        assert_int_equal(b.bank, of[i].bank);
        assert_int_equal(b.row, of[i].row);
        assert_int_equal(addrmap_addr(&map, s.slice, s.local), of[i].addr);
    }
}

/* 24 controllers of 2 slices: the same arithmetic in numbers of 64, of which the last 16 go to the first 16 slices. */
static void test_slices_that_are_no_power_of_two(void **state)
{
    (void)state;
    enum { ALL = 48, BLOCKS = 64 };
    machine_t m = hashed_machine();
    m.mcs = ALL / 2;
    addrmap_t map;
    addrmap_init(&map, &m);
    const ipoly_t hash = ipoly_create(64);
    uint32_t served[ALL] = {0};
    for (uint32_t chunk = 0; chunk < ALL * BLOCKS; chunk++) {
        const uint64_t addr = chunk * UINT64_C(256) + 40;
        const addr_slice_t s = addrmap_slice(&map, addr);
        const uint32_t index = chunk % m.mcs * 2 + chunk / m.mcs % 2;
        assert_int_equal(s.slice, (index ^ ipoly_hash(&hash, chunk / ALL)) % ALL);
        assert_int_equal(addrmap_addr(&map, s.slice, s.local), addr);
        assert_int_equal(addrmap_bank(&map, s.slice, s.local).bank % 2, index % 2);
        served[s.slice]++;
    }
    for (uint32_t i = 0; i < ALL; i++) assert_int_equal(served[i], i < 16 ? 2 * 48 : 48);
}

/* Slices that 64 accesses reach, each a stride behind the last. */
static uint32_t slices_of_stride(const addrmap_t *map, uint64_t stride)
{
    uint64_t seen = 0;
    for (uint64_t i = 0; i < 64; i++) seen |= UINT64_C(1) << addrmap_slice(map, i * stride).slice;
    return (uint32_t)__builtin_popcountll(seen);
}

static void test_strides_of_powers_of_two(void **state)
{
    (void)state;
    for (uint32_t hashed = 0; hashed < 2; hashed++) {
        machine_t m = hashed_machine();
        addrmap_t map;
        m.slice_index = hashed ? SLICE_IPOLY : SLICE_LINEAR;
        addrmap_init(&map, &m);
        for (uint32_t s = 0; s <= 19; s++)
            assert_int_equal(slices_of_stride(&map, UINT64_C(256) << s), hashed ? 64 : s < 6 ? 64 >> s : 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_address_map),
        cmocka_unit_test(test_rows_wrap_around),
        cmocka_unit_test(test_no_two_addresses_share_a_place),
        cmocka_unit_test(test_gpgpu_sims_addresses),
        cmocka_unit_test(test_strides_of_powers_of_two),
        cmocka_unit_test(test_slices_that_are_no_power_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
