/* test_ldst_txns.c - transactions of a memory instruction, their order and extent; bank cycles of wide accesses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sm/ldst_txns.h"

enum { LINE = 128, BASE = 0x10000 };

/* Stores transfer units of 32 bytes, and no cache has sectors. */
static sm_cfg_t sm(void)
{
    const cache_cfg_t cache = {.line_bytes = LINE, .sector_bytes = LINE};
    return (sm_cfg_t){.warp_lanes = 32, .store_bytes = 32, .smem_banks = 32, .l1d = cache, .l1c = cache, .l1t = cache};
}

static winst_t memory_inst(winst_op_t op, space_t space, uint32_t width_bytes)
{
    return (winst_t){
        .unit = UNIT_LDST, .op = (uint8_t)op, .space = (uint8_t)space, .width_bytes = (uint8_t)width_bytes};
}

/* The lanes access BASE + first, and each `stride` bytes further on. */
static winst_exec_t strided(space_t space, uint32_t lanes, uint32_t first, uint32_t stride)
{
    winst_exec_t x = {.lanes = lanes, .space = (uint8_t)space};
    for (uint32_t i = 0; i < WARP_LANES_MAX; i++) x.addr[i] = BASE + first + (uint64_t)i * stride;
    return x;
}

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

/* Two lanes store a word each. */
static void a_store_of_both_halves_sends_the_whole_line(void **state)
{
    (void)state;
    static const struct {
        uint32_t first, stride;
        uint32_t at, bytes; /* of its transaction; with the whole line, if both halves are touched */
        bool both;
    } CASES[] = {{0, 4, 0, 32, false},    {0, 32, 0, 64, false}, {28, 4, 0, 64, false}, {32, 4, 32, 32, false},
                 {64, 60, 64, 64, false}, {60, 4, 32, 64, true}, {0, 64, 0, 96, true},  {32, 32, 32, 64, true},
                 {32, 64, 32, 96, true},  {0, 124, 0, 128, true}};
    const winst_t inst = memory_inst(WI_STORE, SPACE_GLOBAL, 4);
    sm_cfg_t cfg = sm();
    cfg.store_words = STORE_WORDS_EXACT;
    for (uint32_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        for (uint32_t line = 0; line < 2; line++) {
            const winst_exec_t x = strided(SPACE_GLOBAL, 3, CASES[i].first, CASES[i].stride);
            const bool whole = line && CASES[i].both;
            const uint32_t at = whole ? 0 : CASES[i].at, bytes = whole ? LINE : CASES[i].bytes;
            const uint32_t first = (CASES[i].first - at) / 4, second = first + CASES[i].stride / 4;
            mem_txn_t txn[LDST_TXN_MAX];
            cfg.both_halves = line ? BOTH_HALVES_LINE : BOTH_HALVES_TOUCHED;
            assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 1);
            assert_int_equal(txn[0].addr, BASE + at);
            assert_int_equal(txn[0].bytes, bytes);
            assert_int_equal(txn[0].gaps,
                             ((UINT64_C(1) << bytes / 4) - 1) & ~(UINT64_C(1) << first | UINT64_C(1) << second));
        }
}

/* Loads are not stores: they fetch what they touch. */
static void a_load_past_the_l1d_of_both_halves_stays(void **state)
{
    (void)state;
    winst_t inst = memory_inst(WI_LOAD, SPACE_GLOBAL, 4);
    const winst_exec_t x = strided(SPACE_GLOBAL, 3, 32, 32);
    sm_cfg_t cfg = sm();
    mem_txn_t txn[LDST_TXN_MAX];
    inst.bypass_l1 = true;
    cfg.both_halves = BOTH_HALVES_LINE;
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 1);
    assert_int_equal(txn[0].addr, BASE + 32);
    assert_int_equal(txn[0].bytes, 64);
}

/* The words of a wide local access lie in lines of their own, and each line has the gaps of its word. */
static void a_local_store_has_gaps_in_each_of_its_lines(void **state)
{
    (void)state;
    const winst_t inst = memory_inst(WI_STORE, SPACE_LOCAL, 8);
    winst_exec_t x = strided(SPACE_LOCAL, 0x00010001, 0, 4);
    sm_cfg_t cfg = sm();
    mem_txn_t txn[LDST_TXN_MAX];
    x.pitch_bytes = 0x400;
    cfg.store_words = STORE_WORDS_EXACT;
    cfg.both_halves = BOTH_HALVES_LINE;
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 2);
    for (uint32_t k = 0; k < 2; k++) {
        assert_int_equal(txn[k].addr, BASE + k * x.pitch_bytes);
        assert_int_equal(txn[k].bytes, LINE);
        assert_int_equal(txn[k].gaps, 0xfffefffe);
    }
}

/* All lanes of a warp access words side by side, or a part of each. */
static void accesses_merge_in_segments_of_their_width(void **state)
{
    (void)state;
    static const struct {
        winst_op_t op;
        bool past; /* the L1D */
        uint32_t width, stride, segment;
    } CASES[] = {{WI_LOAD, false, 1, 4, 32},  {WI_LOAD, false, 2, 4, 64},  {WI_LOAD, false, 4, 4, 128},
                 {WI_LOAD, false, 8, 8, 128}, {WI_LOAD, true, 2, 4, 32},   {WI_LOAD, true, 4, 4, 32},
                 {WI_LOAD, true, 16, 16, 32}, {WI_STORE, false, 1, 4, 32}, {WI_STORE, false, 2, 4, 64},
                 {WI_STORE, false, 4, 4, 128}};
    for (uint32_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        for (uint32_t by_width = 0; by_width < 2; by_width++) {
            winst_t inst = memory_inst(CASES[i].op, SPACE_GLOBAL, CASES[i].width);
            const winst_exec_t x = strided(SPACE_GLOBAL, UINT32_MAX, 0, CASES[i].stride);
            const uint32_t segment = by_width ? CASES[i].segment : LINE, lanes = segment / CASES[i].stride;
            sm_cfg_t cfg = sm();
            mem_txn_t txn[LDST_TXN_MAX];
            inst.bypass_l1 = CASES[i].past;
            cfg.segment = by_width ? SEGMENT_BY_WIDTH : SEGMENT_LINE;
            assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 32 / lanes);
            for (uint32_t k = 0; k < 32 / lanes; k++) {
                assert_int_equal(txn[k].addr, BASE + k * segment);
                assert_int_equal(txn[k].bytes, segment);
                assert_int_equal(txn[k].lanes, (uint32_t)((UINT64_C(1) << lanes) - 1) << k * lanes);
            }
        }
}

static void constants_have_no_segments(void **state)
{
    (void)state;
    const winst_t inst = memory_inst(WI_LOAD, SPACE_CONST, 1);
    const winst_exec_t x = strided(SPACE_CONST, UINT32_MAX, 0, 4);
    sm_cfg_t cfg = sm();
    mem_txn_t txn[LDST_TXN_MAX];
    cfg.segment = SEGMENT_BY_WIDTH;
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 1);
}

static void each_address_of_a_constant_takes_an_access(void **state)
{
    (void)state;
    const winst_t inst = memory_inst(WI_LOAD, SPACE_CONST, 4);
    winst_exec_t x = strided(SPACE_CONST, UINT32_MAX, 0, 4);
    sm_cfg_t cfg = sm();
    mem_txn_t txn[LDST_TXN_MAX];
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 128 / cfg.l1c.line_bytes);
    cfg.constants = CONSTANTS_INDEXED;
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 32);
    assert_int_equal(txn[1].addr, BASE);
    assert_int_equal(txn[1].bytes, cfg.l1c.sector_bytes);
    assert_int_equal(txn[1].lanes, 2);
    x = strided(SPACE_CONST, UINT32_MAX, 260, 0);
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 1);
    assert_int_equal(txn[0].addr, BASE + 260 - 260 % cfg.l1c.sector_bytes);
    assert_int_equal(txn[0].lanes, UINT32_MAX);
    x.space = SPACE_PARAM; /* not these */
    for (uint32_t i = 0; i < 32; i++) x.addr[i] = BASE + 4 * (i % 4);
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 1);
    x.space = SPACE_CONST;
    x.lanes = 0xffff;
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 4);
    assert_int_equal(txn[3].lanes, 0x8888);
}

/* The L1T has lines of 64 bytes without sectors here, the L1D lines of 128 with sectors of 32. */
static void textures_go_by_the_lines_of_their_cache(void **state)
{
    (void)state;
    const winst_t inst = memory_inst(WI_LOAD, SPACE_TEXTURE, 4);
    winst_exec_t x = strided(SPACE_TEXTURE, 0xff, 160, 4);
    sm_cfg_t cfg = sm();
    mem_txn_t txn[LDST_TXN_MAX];
    x.texels = 0;
    cfg.l1t.line_bytes = cfg.l1t.sector_bytes = 64;
    cfg.l1d.line_bytes = 128;
    cfg.l1d.sector_bytes = 32;
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 1);
    assert_int_equal(txn[0].addr, BASE + 128);
    assert_int_equal(txn[0].bytes, 64);
    cfg.textures = TEXTURES_L1D;
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 1);
    assert_int_equal(txn[0].addr, BASE + 160);
    assert_int_equal(txn[0].bytes, 32);
    x = strided(SPACE_TEXTURE, UINT32_MAX, 0, 4);
    x.texels = 0;
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 1);
    cfg.segment = SEGMENT_SECTOR; /* as loads from global memory */
    assert_int_equal(ldst_txns(&cfg, &inst, &x, txn), 4);
    assert_int_equal(txn[3].addr, BASE + 96);
    assert_int_equal(txn[3].bytes, 32);
}

static void a_wide_shared_access_takes_turns_by_phases_or_by_first_words(void **state)
{
    (void)state;
    static const struct {
        winst_op_t op;
        uint32_t width, stride, phases, first_word;
    } CASES[] = {{WI_LOAD, 4, 4, 1, 1},    {WI_LOAD, 4, 8, 2, 2},       {WI_LOAD, 8, 0, 2, 1},  {WI_LOAD, 8, 8, 2, 2},
                 {WI_LOAD, 8, 64, 16, 16}, {WI_LOAD, 8, 12, 4, 1},      {WI_LOAD, 16, 0, 4, 1}, {WI_LOAD, 16, 16, 4, 4},
                 {WI_STORE, 16, 36, 8, 1}, {WI_STORE, 16, 128, 32, 32}, {WI_ATOM, 8, 0, 2, 1}};
    for (uint32_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        for (uint32_t first = 0; first < 2; first++) {
            const winst_t inst = memory_inst(CASES[i].op, SPACE_SHARED, CASES[i].width);
            const winst_exec_t x = strided(SPACE_SHARED, UINT32_MAX, 0, CASES[i].stride);
            sm_cfg_t cfg = sm();
            cfg.smem_atomic = SMEM_ATOMIC_WORDS;
            cfg.smem_wide = first ? SMEM_WIDE_FIRST_WORD : SMEM_WIDE_PHASES;
            assert_int_equal(ldst_bank_cycles(&cfg, &inst, &x, x.lanes), first ? CASES[i].first_word : CASES[i].phases);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_of_both_halves_sends_the_whole_line),
        cmocka_unit_test(a_load_past_the_l1d_of_both_halves_stays),
        cmocka_unit_test(a_local_store_has_gaps_in_each_of_its_lines),
        cmocka_unit_test(accesses_merge_in_segments_of_their_width),
        cmocka_unit_test(constants_have_no_segments),
        cmocka_unit_test(each_address_of_a_constant_takes_an_access),
        cmocka_unit_test(textures_go_by_the_lines_of_their_cache),
        cmocka_unit_test(a_wide_shared_access_takes_turns_by_phases_or_by_first_words),
        cmocka_unit_test(a_local_access_goes_by_the_words_that_it_touches),
        cmocka_unit_test(lines_go_by_lane_or_the_highest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
