/* test_sm_banks.c - a banked L1D: lines of an instruction that lie in different banks go in one cycle of the LD/ST
 * unit, those that meet go one after the other. */
#include "gpu_rig.h"

/* A warp's 32 words lie in four lines of 32 bytes that follow each other. */
static const winst_t ONE_LOAD[] = {LOAD(0, 1, 0), ALU(1, 2, 1), EXIT(2)};

static void busy_and_conflicts(uint32_t banks, uint64_t busy, uint64_t conflicts)
{
    rig_t r;
    rig_machine(&r);
    r.m.sm.l1d.line_bytes = r.m.sm.l1d.sector_bytes = 32;
    r.m.sm.l1d_banks = banks;
    rig_start(&r, "gto", 0, false);
    fake_t fake = {.prog = ONE_LOAD, .stride_bytes = 128};
    const kernel_launch_t k = fake_launch(&fake, 1, 32);
    if (!gpu_run_kernel(r.gpu, &k, &r.err)) fail_msg("%s", r.err.text);
    assert_int_equal(stats_sum(r.stats, "sm*.mem_txns"), 4);
    assert_int_equal(stats_sum(r.stats, "sm*.ldst_busy"), busy);
    assert_int_equal(stats_sum(r.stats, "sm*.l1d_bank_conflicts"), conflicts);
    rig_stop(&r);
}

static void lines_in_one_bank_wait(void **state)
{
    (void)state;
    busy_and_conflicts(1, 4, 0); /* one bank: nothing to conflict about, a line per cycle */
    busy_and_conflicts(2, 2, 1);
    busy_and_conflicts(4, 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_in_one_bank_wait)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
