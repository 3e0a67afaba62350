/* test_sas_loop.c - what the host programs for a loop: the tiles of [SAS §III-B], tiles that fit a cache, edges and
 * seeds as given, contexts that work, and trials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy/sas_loop.h"

static const task_machine_t MACHINE = {.sms = 4, .group = 8, .l1_bytes = 16384};

static loop_t grid(uint32_t rows, uint32_t cols)
{
    return (loop_t){.levels = 2, .upper = {rows, cols, 1}, .stride = {1, 1, 1}, .index_bytes = 12};
}

static sas_top_in_t cut(task_cfg_t cfg, loop_t loop)
{
    sas_top_in_t in = {.whole = false};
    if (!cfg.over) cfg.over = 1;
    task_cut(&cfg, &loop, &MACHINE, &in);
    return in;
}

static uint32_t tiles(const sas_loop_t *p)
{
    uint32_t n = 1;
    for (uint32_t l = 0; l < SAS_LEVELS; l++)
        n *= (p->upper.at[l] - p->lower.at[l] + p->edge.at[l] - 1u) / p->edge.at[l];
    return n;
}

static void the_papers_tiles(void **state)
{
    (void)state;
    sas_top_in_t in = cut((task_cfg_t){.policy = TASK_STILE, .contexts = 4}, grid(1024, 1024));
    assert_false(in.whole);
    assert_int_equal(in.loop.edge.at[0], 512);
    assert_int_equal(in.loop.edge.at[1], 512);
    assert_int_equal(tiles(&in.loop), 4);
    in = cut((task_cfg_t){.policy = TASK_ITILE, .contexts = 4}, grid(1024, 1024));
    assert_true(in.whole);
    assert_int_equal(in.loop.edge.at[0], 256);
    assert_int_equal(in.loop.edge.at[1], 256);
    assert_int_equal(tiles(&in.loop), 16);
    in = cut((task_cfg_t){.policy = TASK_STILE, .contexts = 16, .over = 4}, grid(1024, 1024));
    assert_int_equal(tiles(&in.loop), 16);
}

/* A level left over has one value; a loop with fewer indices than askers has a tile for each index. */
static void other_shapes(void **state)
{
    (void)state;
    const loop_t line = {.levels = 1, .lower = {5, 0, 0}, .upper = {105, 1, 1}, .stride = {10, 1, 1}};
    sas_top_in_t in = cut((task_cfg_t){.policy = TASK_STILE, .contexts = 16}, line);
    assert_int_equal(loop_indices(&line), 10);
    assert_int_equal(in.loop.lower.at[0], 5);
    assert_int_equal(in.loop.stride.at[0], 10);
    assert_int_equal(in.loop.edge.at[0], 30);
    assert_int_equal(in.loop.upper.at[1], 1);
    assert_int_equal(in.loop.upper.at[2], 1);
    in = cut((task_cfg_t){.policy = TASK_ITILE, .contexts = 16}, line);
    assert_int_equal(in.loop.edge.at[0], 10);
    const loop_t long_one = {.levels = 1, .upper = {65535, 1, 1}, .stride = {65535, 1, 1}};
    in = cut((task_cfg_t){.policy = TASK_STILE, .contexts = 16}, long_one);
    assert_int_equal(in.loop.edge.at[0], 65535);
    const loop_t deep = {.levels = 3, .upper = {8, 8, 8}, .stride = {1, 1, 1}};
    in = cut((task_cfg_t){.policy = TASK_ITILE, .contexts = 16}, deep);
    for (uint32_t l = 0; l < SAS_LEVELS; l++) assert_int_equal(in.loop.edge.at[l], 2);
}

/* I-tile(part): the tiles of all contexts of an SM fit its L1D, and are not much smaller than that. */
static void parts_fit_the_cache(void **state)
{
    (void)state;
    for (uint32_t contexts = 1; contexts <= 16; contexts *= 2) {
        const sas_top_in_t in = cut((task_cfg_t){.policy = TASK_ITILE_PART, .contexts = contexts}, grid(300, 300));
        const uint32_t bytes = in.loop.edge.at[0] * in.loop.edge.at[1] * 12u * contexts;
        assert_true(in.whole);
        assert_in_range(bytes, MACHINE.l1_bytes / 3, MACHINE.l1_bytes);
    }
    const sas_top_in_t in = cut((task_cfg_t){.policy = TASK_ITILE_PART, .contexts = 16}, grid(8, 8));
    assert_int_equal(tiles(&in.loop), 64); /* small enough without */
}

static void edges_and_seed_as_given(void **state)
{
    (void)state;
    const sas_top_in_t in =
        cut((task_cfg_t){.policy = TASK_STILE, .contexts = 16, .edge = {0, 30, 0}, .seed = 14}, grid(100, 100));
    assert_int_equal(in.loop.edge.at[0], 50);
    assert_int_equal(in.loop.edge.at[1], 30);
    assert_int_equal(in.loop.first.at[0], 50); /* tile 14 mod 8 is the third of the second row */
    assert_int_equal(in.loop.first.at[1], 60);
}

static void contexts_share_the_groups(void **state)
{
    (void)state;
    static const struct {
        uint32_t contexts;
        uint64_t live;
    } row[] = {{1, 0x1}, {2, 0x101}, {3, 0x103}, {4, 0x303}, {8, 0xf0f}, {16, 0xffff}};
    for (uint32_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const task_cfg_t cfg = {.contexts = row[i].contexts};
        assert_int_equal(task_live(&cfg, 16, 8), row[i].live);
    }
}

static void trials_need_pieces(void **state)
{
    (void)state;
    task_cfg_t cfg = {.policy = TASK_STILE, .contexts = 16};
    assert_int_equal(cut(cfg, grid(300, 300)).tasks, 0);
    cfg.sos = true;
    assert_int_equal(cut(cfg, grid(300, 300)).tasks, 351); /* 22500 of an SM, by 64 */
    assert_int_equal(cut(cfg, grid(32, 32)).tasks, 32);    /* two of each context */
    assert_int_equal(cut(cfg, grid(16, 16)).tasks, 0);     /* four trials are more than there is */
    cfg.trial = 7;
    assert_int_equal(cut(cfg, grid(16, 16)).tasks, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_tiles),          cmocka_unit_test(other_shapes),
        cmocka_unit_test(parts_fit_the_cache),       cmocka_unit_test(edges_and_seed_as_given),
        cmocka_unit_test(contexts_share_the_groups), cmocka_unit_test(trials_need_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
