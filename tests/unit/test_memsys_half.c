/* test_memsys_half.c - where a request for the upper half of a line is looked up: two lines of 128 bytes lie in each
 * interleaved piece of 256, so the upper half of the second belongs to another slice's line. */
#include "memsys_rig.h"

#include "mem/addrmap.h"

static uint64_t fetched(world_t *w, uint64_t addr, uint32_t bytes) /* bytes that the read brings from the DRAM */
{
    const uint64_t before = stats_sum(w->stats, "mem.l2_*.fetch_bytes");
    assert_true(ask(w, (mem_req_t){.addr = addr, .bytes = bytes}));
    drain(w);
    return stats_sum(w->stats, "mem.l2_*.fetch_bytes") - before;
}

static world_t *world_of(upper_half_t upper_half)
{
    machine_t m = rig_machine();
    m.l2.upper_half = upper_half;
    return world(&m);
}

static void test_the_upper_half_may_be_looked_up_in_the_next_line(void **state)
{
    (void)state;
    for (upper_half_t how = UPPER_HALF_IN_PLACE; how <= UPPER_HALF_SHIFTED; how++) {
        const bool shifted = how == UPPER_HALF_SHIFTED;
        world_t *w = world_of(how);
        assert_int_equal(fetched(w, 0, 128), 128);
        assert_int_equal(fetched(w, 64, 64), shifted ? 64 : 0);
        assert_int_equal(fetched(w, 64, 64), 0);
        assert_int_equal(fetched(w, 128, 128), shifted ? 64 : 128); /* its upper half is there */
        assert_int_equal(fetched(w, 96, 32), 0);                    /* no other size is shifted, nor is a lower half */
        assert_int_equal(fetched(w, 0, 64), 0);
        end(w);
    }
}

/* The slice keeps it apart from its own lines, and from those of the slice it belongs to. */
static void test_a_half_of_another_slice_has_its_own_tags(void **state)
{
    (void)state;
    world_t *w = world_of(UPPER_HALF_SHIFTED);
    assert_int_equal(fetched(w, 192, 64), 64);
    assert_int_equal(stats_sum(w->stats, "mem.l2_0.fetches"), 1); /* the slice of its address */
    assert_int_equal(fetched(w, 192, 64), 0);
    assert_int_equal(fetched(w, 128, 128), 128);
    assert_int_equal(fetched(w, 256, 128), 128); /* in slice 2 */
    assert_int_equal(stats_sum(w->stats, "mem.l2_2.fetches"), 1);
    end(w);
}

/* The 128 bytes behind each upper half, of 100 blocks: they have the bank of their address, and no two of them, nor one
 * of them and an address of the slice, are the same to it. */
static void test_a_half_of_another_slice_lies_in_its_bank(void **state)
{
    (void)state;
    enum { BLOCKS = 100 };
    machine_t m = rig_machine();
    for (uint32_t hashed = 0; hashed < 2; hashed++) {
        addrmap_t map;
        m.mcs = hashed ? 8 : 6;
        m.l2.slices = hashed ? 4 : 2;
        m.slice_index = hashed ? SLICE_IPOLY : SLICE_LINEAR;
        addrmap_init(&map, &m);
        const uint32_t chunks = BLOCKS * m.mcs * m.l2.slices;
        uint64_t seen[BLOCKS * 32][2];
        for (uint32_t c = 0; c < chunks; c++) {
            const uint64_t addr = c * UINT64_C(256) + 192;
            const addr_slice_t to = addrmap_slice(&map, addr), on = addrmap_slice(&map, addr + 128);
            const uint64_t local = addrmap_local_in(on, to);
            assert_int_equal(local == on.local, on.slice == to.slice);
            assert_int_equal(addrmap_bank(&map, to.slice, local).bank, addrmap_bank(&map, on.slice, on.local).bank);
            for (uint32_t i = 0; i < c; i++) assert_true(seen[i][0] != to.slice || seen[i][1] != local);
            seen[c][0] = to.slice;
            seen[c][1] = local;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_upper_half_may_be_looked_up_in_the_next_line),
        cmocka_unit_test(test_a_half_of_another_slice_has_its_own_tags),
        cmocka_unit_test(test_a_half_of_another_slice_lies_in_its_bank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
