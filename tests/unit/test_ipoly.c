/* test_ipoly.c - the polynomial hash against long division, and what it is for: strides of powers of two. */
#include "mem_rig.h"

#include "mem/ipoly.h"

static const struct {
    uint32_t bits, polynomial, high_bits;
} KINDS[] = {{4, 0x13, 13}, {5, 0x25, 15}, {6, 0x43, 19}};

enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

static uint32_t remainder_of(uint64_t number, uint32_t polynomial, uint32_t bits)
{
    for (uint32_t b = 63; b >= bits; b--)
        if (number >> b & 1) number ^= (uint64_t)polynomial << (b - bits);
    return (uint32_t)number;
}

static void the_hash_is_a_remainder(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (uint32_t k = 0; k < KIND_COUNT; k++) {
        const uint32_t bits = KINDS[k].bits;
        const ipoly_t p = ipoly_create(1u << bits);
        for (uint32_t i = 0; i < 10000; i++) {
            const uint64_t high = rig_random(&seed), index = rig_random(&seed) & ((1u << bits) - 1);
            const uint64_t kept = high & ((UINT64_C(1) << KINDS[k].high_bits) - 1);
            assert_int_equal(index ^ ipoly_hash(&p, high),
                             remainder_of(kept << bits | index, KINDS[k].polynomial, bits));
        }
    }
}

/* As many numbers as places, each a stride of 2^s behind the last, reach all places. */
static void strides_of_powers_of_two_reach_all_places(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < KIND_COUNT; k++) {
        const uint32_t bits = KINDS[k].bits, places = 1u << bits;
        const ipoly_t p = ipoly_create(places);
        for (uint32_t s = 0; s <= KINDS[k].high_bits; s++) {
            uint64_t seen = 0;
            for (uint64_t i = 0; i < places; i++) {
                const uint64_t number = i << s, index = number & (places - 1);
                seen |= UINT64_C(1) << (index ^ ipoly_hash(&p, number >> bits));
            }
            assert_int_equal(__builtin_popcountll(seen), places);
        }
    }
}

static void without_places_nothing_is_hashed(void **state)
{
    (void)state;
    const ipoly_t p = ipoly_create(0);
    assert_int_equal(ipoly_hash(&p, UINT64_MAX), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_hash_is_a_remainder),
                                       cmocka_unit_test(strides_of_powers_of_two_reach_all_places),
                                       cmocka_unit_test(without_places_nothing_is_hashed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
