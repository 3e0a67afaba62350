/* test_tags.c - the set of a line, by both functions: the way index over all sets tells it. */
#include "mem/tags.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { WAYS = 4, LINE_SHIFT = 7 };

static uint32_t set_of(tags_t *t, uint64_t addr) { return (uint32_t)tags_victim(t, addr >> LINE_SHIFT) / WAYS; }

static uint32_t bits(uint64_t addr, uint32_t low, uint32_t count)
{
    return (uint32_t)(addr >> low & ((1u << count) - 1));
}

static void linear_takes_the_low_bits(void **state)
{
    (void)state;
    tags_t *t = tags_create(32, WAYS, INDEX_LINEAR);
    for (uint64_t addr = 0; addr < 1u << 20; addr += 128 * 37) assert_int_equal(set_of(t, addr), bits(addr, 7, 5));
    tags_destroy(t);
}

/* Nugteren et al., HPCA 2014: bits 7..11 xor 13, 14, 15, 17, 19; 64 sets: bit 12 on top. */
static void fermi_folds_higher_bits(void **state)
{
    (void)state;
    for (uint32_t sets = 32; sets <= 64; sets *= 2) {
        tags_t *t = tags_create(sets, WAYS, INDEX_FERMI);
        for (uint64_t addr = 0; addr < 1u << 22; addr += 128 * 13) {
            const uint32_t high = bits(addr, 13, 3) | bits(addr, 17, 1) << 3 | bits(addr, 19, 1) << 4;
            const uint32_t top = sets == 64 ? bits(addr, 12, 1) << 5 : 0;
            assert_int_equal(set_of(t, addr), (bits(addr, 7, 5) ^ high) | top);
        }
        tags_destroy(t);
    }
}

/* Rows of 4 KB under each other: eight of them meet in a set with low bits, in none when hashed. */
static void fermi_spreads_columns(void **state)
{
    (void)state;
    for (uint32_t hashed = 0; hashed < 2; hashed++) {
        tags_t *t = tags_create(32, WAYS, hashed ? INDEX_FERMI : INDEX_LINEAR);
        uint64_t seen = 0;
        for (uint64_t row = 0; row < 16; row += 2) seen |= UINT64_C(1) << set_of(t, row * 4096);
        assert_int_equal(__builtin_popcountll(seen), hashed ? 8 : 1);
        tags_destroy(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(linear_takes_the_low_bits),
                                       cmocka_unit_test(fermi_folds_higher_bits),
                                       cmocka_unit_test(fermi_spreads_columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
