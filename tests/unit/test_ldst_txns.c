/* test_ldst_txns.c - order of the transactions of a memory instruction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sm/ldst_txns.h"

enum { LINE = 128 };

/* Lane i reads line LINES[i]. */
static void lines_go_by_lane_or_the_highest_first(void **state)
{
    (void)state;
    static const uint32_t LINES[] = {3, 1, 7, 3, 5, 0, 7}, ORDER[][5] = {{3, 1, 7, 5, 0}, {7, 5, 3, 1, 0}};
    static const space_t SPACES[] = {SPACE_GLOBAL, SPACE_CONST, SPACE_TEXTURE};
    const cache_cfg_t cache = {.line_bytes = LINE, .sector_bytes = LINE};
    for (uint32_t highest = 0; highest < 2; highest++)
        for (uint32_t s = 0; s < 3; s++) {
            const winst_t load = {.unit = UNIT_LDST, .op = WI_LOAD, .space = (uint8_t)SPACES[s], .width_bytes = 4};
            const sm_cfg_t cfg = {.warp_lanes = 32,
                                  .line_order = highest ? LINES_HIGHEST_FIRST : LINES_BY_LANE,
                                  .store_bytes = 32,
                                  .l1d = cache,
                                  .l1c = cache,
                                  .l1t = cache};
            winst_exec_t x = {.lanes = 0x7f, .space = load.space};
            mem_txn_t txn[LDST_TXN_MAX];
            for (uint32_t i = 0; i < 7; i++) x.addr[i] = 0x10000 + LINES[i] * LINE + 4 * i;
            assert_int_equal(ldst_txns(&cfg, &load, &x, txn), 5);
            for (uint32_t k = 0; k < 5; k++) {
                assert_int_equal(txn[k].addr & ~(uint64_t)(LINE - 1), 0x10000 + ORDER[highest][k] * LINE);
                uint32_t lanes = 0;
                for (uint32_t i = 0; i < 7; i++) lanes |= (uint32_t)(LINES[i] == ORDER[highest][k]) << i;
                assert_int_equal(txn[k].lanes, lanes); /* each keeps its own */
            }
        }
}

/* Words of local memory are interleaved: an access that begins inside a word touches one word more than its width has,
 * each a pitch away. */
static void a_local_access_goes_by_the_words_that_it_touches(void **state)
{
    (void)state;
    enum { PITCH = 0x400 };
    const cache_cfg_t cache = {.line_bytes = LINE, .sector_bytes = 32};
    const sm_cfg_t cfg = {.warp_lanes = 32, .store_bytes = 32, .l1d = cache, .l1c = cache, .l1t = cache};
    static const struct {
        uint32_t width, offset, words;
    } CASES[] = {{4, 0, 1}, {4, 2, 2},  {2, 3, 2},  {1, 3, 1},  {8, 0, 2},
                 {8, 3, 3}, {16, 0, 4}, {16, 1, 5}, {32, 0, 8}, {32, 3, 9}};
    for (uint32_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const winst_t load = {
            .unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_LOCAL, .width_bytes = (uint8_t)CASES[i].width};
        winst_exec_t x = {.lanes = 3, .space = SPACE_LOCAL, .pitch_bytes = PITCH};
        mem_txn_t txn[LDST_TXN_MAX];
        for (uint32_t lane = 0; lane < 2; lane++) x.addr[lane] = 0x10000 + 4 * lane + CASES[i].offset;
        assert_int_equal(ldst_txns(&cfg, &load, &x, txn), CASES[i].words);
        for (uint32_t k = 0; k < CASES[i].words; k++) {
            assert_int_equal(txn[k].addr, 0x10000 + k * PITCH);
            assert_int_equal(txn[k].lanes, 3);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_local_access_goes_by_the_words_that_it_touches),
        cmocka_unit_test(lines_go_by_lane_or_the_highest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
