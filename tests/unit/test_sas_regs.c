/* test_sas_regs.c - the golden registers of the task unit: what a host programs arrives, what makes no loop is refused
 * and changes nothing, and a loop is busy from its start to its end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy/sas_regs.h"
#include "registers_sas.h"
#include "sas_loops.h"

enum { SMS = 4, CONTEXTS = 16, DEPTH = 4 };

static bool put(void *regs, uint32_t addr, uint32_t data)
{
    if (sas_regs_refuses(regs, addr, data)) return false;
    sas_regs_clock(regs, false);
    sas_regs_write(regs, addr, data);
    return true;
}

static uint32_t get(const sas_regs_t *r, uint32_t addr)
{
    uint32_t data;
    assert_true(sas_regs_read(r, addr, &data));
    return data;
}

static void a_loop_arrives(void **state)
{
    (void)state;
    const sas_top_in_t in = {
        .whole = true, .tasks = 9, .loop = sas_grid(300, 200, 4, 2, 3, 1), .live = {0x3f3f, 0, 0x3f3f, 0}};
    sas_regs_t r;
    sas_regs_reset(&r, SMS, CONTEXTS, DEPTH);
    assert_true(sas_program(&in, SMS, put, &r));
    assert_true(r.in.start && r.busy && !r.done);
    assert_memory_equal(&r.in.loop, &in.loop, sizeof in.loop);
    assert_memory_equal(r.in.live, in.live, SMS * sizeof in.live[0]);
    assert_true(r.in.whole);
    assert_int_equal(r.in.tasks, 9);
    assert_int_equal(get(&r, REG_SAS_SHAPE), 0x04031004);
    assert_int_equal(get(&r, REG_SAS_STATUS), REG_SAS_STATUS_BUSY);
    assert_false(put(&r, REG_SAS_TRIAL, 1)); /* it is busy */
    assert_false(put(&r, REG_SAS_CTRL, REG_SAS_CTRL_START));
    sas_regs_clock(&r, true); /* so was the last loop's end */
    sas_regs_clock(&r, true);
    assert_true(r.busy && !r.in.start);
    sas_regs_clock(&r, false);
    assert_int_equal(get(&r, REG_SAS_STATUS), REG_SAS_STATUS_DONE);
    assert_true(put(&r, REG_SAS_CTRL, REG_SAS_CTRL_START));
    assert_int_equal(get(&r, REG_SAS_STATUS), REG_SAS_STATUS_BUSY);
}

static void wrong_writes_change_nothing(void **state)
{
    (void)state;
    static const struct {
        uint32_t addr, data;
    } wrong[] = {{REG_SAS_ID, 0},           {REG_SAS_SHAPE, 0},        {REG_SAS_STATUS, 7}, {REG_SAS_STRIDE, 0},
                 {REG_SAS_STRIDE, 0x10000}, {REG_SAS_EDGE + 8, 0},     {0x020, 1},          {REG_SAS_LOWER + 1, 1},
                 {REG_SAS_LOWER + 12, 1},   {REG_SAS_FIRST + 0x10, 1}, {0xffc, 1}};
    sas_regs_t r, before;
    sas_regs_reset(&r, SMS, CONTEXTS, DEPTH);
    sas_regs_clock(&r, false);
    before = r;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) assert_false(put(&r, wrong[i].addr, wrong[i].data));
    assert_memory_equal(&r, &before, sizeof r);
    uint32_t data = 1;
    assert_false(sas_regs_read(&r, 0x020, &data));
    assert_int_equal(data, 0);
}

/* Wrong are the bounds together, which are written one after the other: the start is refused. */
static void a_loop_without_an_index(void **state)
{
    (void)state;
    static const struct {
        uint32_t lower, upper, first;
    } wrong[] = {{5, 5, 5}, {6, 5, 6}, {5, 8, 4}, {5, 8, 8}};
    sas_regs_t r;
    sas_regs_reset(&r, SMS, CONTEXTS, DEPTH);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(put(&r, REG_SAS_LOWER + 4, wrong[i].lower) && put(&r, REG_SAS_UPPER + 4, wrong[i].upper) &&
                    put(&r, REG_SAS_FIRST + 4, wrong[i].first));
        assert_int_equal(get(&r, REG_SAS_STATUS), REG_SAS_STATUS_ERROR);
        assert_false(put(&r, REG_SAS_CTRL, REG_SAS_CTRL_START));
        assert_false(r.in.start || r.busy);
    }
    assert_true(put(&r, REG_SAS_FIRST + 4, 5));
    assert_int_equal(get(&r, REG_SAS_STATUS), 0);
    assert_true(put(&r, REG_SAS_CTRL, REG_SAS_CTRL_START));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_loop_arrives), cmocka_unit_test(wrong_writes_change_nothing),
                                       cmocka_unit_test(a_loop_without_an_index)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
