/* test_tags.c - the set of a line, by each function (the way index over all sets tells it), and the way of a set that
 * each replacement policy gives up. */
#include "mem/tags.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { WAYS = 4, LINE_SHIFT = 7 };

static tags_t *tags(uint32_t sets, cache_index_t index, cache_replacement_t replacement)
{
    const cache_cfg_t cfg = {.sets = sets, .ways = WAYS, .index = index, .replacement = replacement};
    return tags_create(&cfg);
}

static uint32_t set_of(tags_t *t, uint64_t addr) { return (uint32_t)tags_victim(t, addr >> LINE_SHIFT) / WAYS; }

static uint32_t bits(uint64_t addr, uint32_t low, uint32_t count)
{
    return (uint32_t)(addr >> low & ((1u << count) - 1));
}

static void linear_takes_the_low_bits(void **state)
{
    (void)state;
    tags_t *t = tags(32, INDEX_LINEAR, REPLACE_LRU);
    for (uint64_t addr = 0; addr < 1u << 20; addr += 128 * 37) assert_int_equal(set_of(t, addr), bits(addr, 7, 5));
    tags_destroy(t);
}

/* Nugteren et al., HPCA 2014: bits 7..11 xor 13, 14, 15, 17, 19; 64 sets: bit 12 on top. */
static void fermi_folds_higher_bits(void **state)
{
    (void)state;
    for (uint32_t sets = 32; sets <= 64; sets *= 2) {
        tags_t *t = tags(sets, INDEX_FERMI, REPLACE_LRU);
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
        tags_t *t = tags(32, hashed ? INDEX_FERMI : INDEX_LINEAR, REPLACE_LRU);
        uint64_t seen = 0;
        for (uint64_t row = 0; row < 16; row += 2) seen |= UINT64_C(1) << set_of(t, row * 4096);
        assert_int_equal(__builtin_popcountll(seen), hashed ? 8 : 1);
        tags_destroy(t);
    }
}

/* Sets that GPGPU-Sim's cache_config::hash_function finds with 16, 32 and 64 sets of 128 bytes, index P. */
static void ipoly_finds_gpgpu_sims_sets(void **state)
{
    (void)state;
    static const struct {
        uint64_t addr;
        uint32_t set[3];
    } of[] = {
        {0x80, {1, 1, 1}},       {0xf80, {12, 31, 31}},        {0x1000, {6, 5, 32}},
        {0x2000, {12, 10, 3}},   {0x30000e0, {1, 17, 40}},     {0x1fca8130080, {1, 22, 59}},
        {0x48d15f0, {4, 0, 24}}, {0x1ffffffff80, {3, 24, 32}}, {0x1f7e480, {15, 0, 8}},
    };
    for (uint32_t k = 0; k < 3; k++) {
        tags_t *t = tags(16u << k, INDEX_IPOLY, REPLACE_LRU);
        for (uint32_t i = 0; i < sizeof of / sizeof of[0]; i++) assert_int_equal(set_of(t, of[i].addr), of[i].set[k]);
        tags_destroy(t);
    }
}

/* One set, filled way by way with lines 0 to 3. */
static tags_t *filled(cache_replacement_t replacement)
{
    tags_t *t = tags(1, INDEX_LINEAR, replacement);
    for (uint64_t line = 0; line < WAYS; line++) {
        const int32_t way = tags_victim(t, line);
        assert_int_equal(way, line); /* free ways first, whatever the policy */
        tags_take(t, way, line);
    }
    return t;
}

static void lru_gives_up_the_oldest_use(void **state)
{
    (void)state;
    tags_t *t = filled(REPLACE_LRU);
    tags_touch(t, 0);
    assert_int_equal(tags_victim(t, 9), 1);
    tags_at(t, 1)->mshr = 0; /* a fill under way */
    assert_int_equal(tags_victim(t, 9), 2);
    tags_destroy(t);
}

/* After 0 1 2 3 0 true LRU would give up 1; the tree points to the other half, and there to 2. */
static void plru_gives_up_where_its_bits_lead(void **state)
{
    (void)state;
    tags_t *t = filled(REPLACE_PLRU);
    assert_int_equal(tags_victim(t, 9), 0);
    tags_touch(t, 0);
    assert_int_equal(tags_victim(t, 9), 2);
    tags_at(t, 2)->mshr = 0;
    assert_int_equal(tags_victim(t, 9), 3);
    tags_at(t, 3)->mshr = 0; /* nothing left in that half */
    assert_int_equal(tags_victim(t, 9), 1);
    tags_destroy(t);
}

/* 70 ways: the third word of two bits decides as the first ones do. */
static void lru_has_more_ways_than_a_word(void **state)
{
    (void)state;
    tags_t *t = tags_create(&(cache_cfg_t){.sets = 1, .ways = 70, .replacement = REPLACE_LRU});
    for (uint64_t line = 0; line < 70; line++) tags_take(t, tags_victim(t, line), line);
    for (int32_t way = 0; way < 66; way++) tags_touch(t, way);
    assert_int_equal(tags_victim(t, 99), 66);
    tags_at(t, 66)->mshr = 0; /* a fill under way */
    assert_int_equal(tags_victim(t, 99), 67);
    tags_destroy(t);
}

/* Lines beyond the ways in use are gone, those before them stay; a line that waits for its fill is not found any more.
 */
static void a_smaller_size_drops_lines(void **state)
{
    (void)state;
    tags_t *t = filled(REPLACE_LRU);
    tags_at(t, 3)->mshr = 0;
    tags_resize(t, 2);
    assert_int_equal(tags_find(t, 1), 1);
    assert_int_equal(tags_find(t, 2), -1);
    assert_int_equal(tags_find(t, 3), -1);
    assert_int_equal(tags_victim(t, 9), 0);
    tags_resize(t, WAYS);
    assert_int_equal(tags_victim(t, 9), 2);
    tags_destroy(t);
    t = filled(REPLACE_LRU);
    assert_int_equal(tags_find(t, 3), 3); /* the last result is not trusted */
    tags_at(t, 3)->mshr = 0;
    tags_at(t, 2)->mshr = MSHR_EXPECTED; /* no fill will free this way */
    tags_resize(t, 2);
    assert_int_equal(tags_find(t, 3), -1);
    tags_resize(t, WAYS);
    assert_int_equal(tags_victim(t, 9), 2);
    tags_destroy(t);
}

/* Every way in time, the same ones in another cache, and the same one as long as nothing is taken. */
static void random_is_reproducible(void **state)
{
    (void)state;
    tags_t *a = filled(REPLACE_RANDOM), *b = filled(REPLACE_RANDOM);
    uint32_t seen = 0;
    for (uint64_t line = WAYS; line < 64; line++) {
        const int32_t way = tags_victim(a, line);
        assert_int_equal(tags_victim(a, line), way);
        assert_int_equal(tags_victim(b, line), way);
        seen |= 1u << way;
        tags_take(a, way, line);
        tags_take(b, way, line);
        tags_touch(b, 0); /* hits do not matter */
    }
    assert_int_equal(seen, 15);
    tags_destroy(a);
    tags_destroy(b);
}

static void nothing_is_given_up_while_all_ways_fill(void **state)
{
    (void)state;
    for (uint32_t policy = REPLACE_LRU; policy <= REPLACE_RANDOM; policy++) {
        tags_t *t = filled(policy);
        for (int32_t way = 0; way < WAYS; way++) tags_at(t, way)->mshr = 0;
        assert_int_equal(tags_victim(t, 9), -1);
        tags_destroy(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_takes_the_low_bits),     cmocka_unit_test(fermi_folds_higher_bits),
        cmocka_unit_test(fermi_spreads_columns),         cmocka_unit_test(ipoly_finds_gpgpu_sims_sets),
        cmocka_unit_test(lru_gives_up_the_oldest_use),   cmocka_unit_test(plru_gives_up_where_its_bits_lead),
        cmocka_unit_test(lru_has_more_ways_than_a_word), cmocka_unit_test(a_smaller_size_drops_lines),
        cmocka_unit_test(random_is_reproducible),        cmocka_unit_test(nothing_is_given_up_while_all_ways_fill)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
