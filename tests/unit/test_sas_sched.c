/* test_sas_sched.c - the golden task scheduler: the four cores of [SAS §III-B] by index and by
 * tile, contexts that fall behind, contexts that are switched off. */
#include "sas_loops.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { SMS = 4, CONTEXTS = 4, DEPTH = 4, SIDE = 1024, CYCLES_MAX = 400000 };

typedef struct {
    sas_tiler_t tiler;
    sas_sched_t sched[SMS];
    sas_loop_t loop;
    bool whole;
    uint64_t allow[SMS], want[SMS], none[SMS], taken[SMS]; /* taken: in the last cycle */
    sas_tile_t piece[SMS][CONTEXTS];
} rig_t;

static rig_t *start(bool whole, sas_loop_t loop)
{
    static rig_t r;
    r = (rig_t){.loop = loop, .whole = whole};
    sas_tiler_reset(&r.tiler, SMS);
    for (uint32_t s = 0; s < SMS; s++) {
        sas_sched_reset(&r.sched[s], CONTEXTS, DEPTH);
        r.allow[s] = r.want[s] = (1 << CONTEXTS) - 1;
    }
    sas_tiler_clock(&r.tiler, &r.loop, true, 0);
    return &r;
}

static void clock_all(rig_t *r)
{
    uint64_t ask = 0;
    for (uint32_t s = 0; s < SMS; s++) ask |= (uint64_t)r->sched[s].ask << s;
    for (uint32_t s = 0; s < SMS; s++) {
        const sas_sched_in_t in = {.whole = r->whole,
                                   .stride = r->loop.stride,
                                   .allow = r->allow[s],
                                   .want = r->want[s],
                                   .tile = r->tiler.to == s ? &r->tiler.tile : NULL,
                                   .none = r->tiler.none};
        r->taken[s] = sas_sched_valid(&r->sched[s]) & r->want[s];
        r->none[s] = sas_sched_none(&r->sched[s], &in);
        for (uint32_t c = 0; c < CONTEXTS; c++) r->piece[s][c] = r->sched[s].queue[c].piece[0];
        sas_sched_clock(&r->sched[s], &in);
    }
    sas_tiler_clock(&r->tiler, &r->loop, false, ask);
}

/* By index: a 512 x 512 tile per core, and index n of a tile goes to context n mod 4. */
static void test_paper_by_index(void **state)
{
    (void)state;
    rig_t *r = start(false, sas_grid(SIDE, SIDE, 2, 2, 0, 0));
    uint32_t count[SMS] = {0}, all = 0, cycles = 0;
    while (all < SIDE * SIDE && cycles++ < CYCLES_MAX) {
        clock_all(r);
        for (uint32_t s = 0; s < SMS; s++)
            for (uint32_t c = 0; c < CONTEXTS; c++) {
                if (!(r->taken[s] >> c & 1)) continue;
                const uint32_t n = count[s]++;
                assert_int_equal(c, n % CONTEXTS);
                assert_int_equal(r->piece[s][c].lower.at[1], s / 2 * 512 + n / 512);
                assert_int_equal(r->piece[s][c].lower.at[2], s % 2 * 512 + n % 512);
                assert_int_equal(r->piece[s][c].upper.at[2], s % 2 * 512 + n % 512 + 1);
                all++;
            }
    }
    for (uint32_t s = 0; s < SMS; s++) assert_int_equal(count[s], 512 * 512);
    assert_in_range(cycles, 512 * 512, 512 * 512 + 20);
    clock_all(r);
    for (uint32_t s = 0; s < SMS; s++) assert_int_equal(r->none[s], 15);
}

/* By tile: sixteen of 256 x 256, one for each context; a context is busy as long as its tile has
 * indices. */
static void test_paper_by_tile(void **state)
{
    (void)state;
    rig_t *r = start(true, sas_grid(SIDE, SIDE, 4, 4, 0, 0));
    bool seen[16] = {false};
    uint32_t all = 0;
    for (uint32_t cycle = 0; cycle < 200; cycle++) {
        clock_all(r);
        for (uint32_t s = 0; s < SMS; s++) {
            r->want[s] &= ~r->taken[s];
            for (uint32_t c = 0; c < CONTEXTS; c++) {
                if (!(r->taken[s] >> c & 1)) continue;
                const sas_tile_t *p = &r->piece[s][c];
                const uint32_t n = p->lower.at[1] / 256 * 4 + p->lower.at[2] / 256;
                assert_int_equal(p->upper.at[1] - p->lower.at[1], 256);
                assert_int_equal(p->upper.at[2] - p->lower.at[2], 256);
                assert_false(seen[n]);
                seen[n] = true;
                all++;
            }
        }
    }
    assert_int_equal(all, 16);
    for (uint32_t s = 0; s < SMS; s++) assert_int_equal(r->none[s] | r->want[s], 15); /* one each */
}

/* A context that stays with its first index has four more, and the others go on without it. */
static void test_behind(void **state)
{
    (void)state;
    rig_t *r = start(false, sas_grid(1, 100, 1, 1, 0, 0));
    uint32_t taken[CONTEXTS] = {0};
    for (uint32_t cycle = 0; cycle < 200; cycle++) {
        clock_all(r);
        for (uint32_t c = 0; c < CONTEXTS; c++) taken[c] += r->taken[0] >> c & 1;
        if (taken[1]) r->want[0] &= ~UINT64_C(2);
    }
    assert_int_equal(taken[1], 1);
    assert_int_equal(r->sched[0].queue[1].held, DEPTH);
    assert_int_equal(taken[0] + taken[2] + taken[3], 100 - 1 - DEPTH);
    assert_int_equal(r->none[0], 13); /* to all but that one */
}

/* A context that is switched off gets what it has in its queue and is then told so; in the end,
 * that there is none. */
static void test_off(void **state)
{
    (void)state;
    rig_t *r = start(false, sas_grid(1, 60, 1, 1, 0, 0));
    uint32_t taken[CONTEXTS] = {0}, all = 0;
    r->want[0] = 8;
    for (uint32_t cycle = 0; cycle < 30; cycle++) {
        clock_all(r);
        taken[3] += r->taken[0] >> 3 & 1;
        if (r->sched[0].queue[3].held == DEPTH - 1) r->want[0] = 0;
    }
    const uint32_t held = r->sched[0].queue[3].held;
    assert_true(held > 0);
    r->allow[0] = 1;
    r->want[0] = 15;
    for (uint32_t cycle = 0; cycle < 100; cycle++) {
        clock_all(r);
        for (uint32_t c = 0; c < CONTEXTS; c++) all += r->taken[0] >> c & 1;
        if (cycle == 10) {
            const sas_sched_in_t in = {.stride = r->loop.stride, .allow = 1, .want = 15};
            assert_int_equal(sas_sched_off(&r->sched[0], &in), 14);
        }
    }
    assert_int_equal(all + taken[3], 60);
    assert_int_equal(r->none[0], 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_paper_by_index), cmocka_unit_test(test_paper_by_tile),
                                       cmocka_unit_test(test_behind), cmocka_unit_test(test_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
