/* test_sm_constants.c - on the machine gtx480, loads from constant and parameter memory are instructions of the SP
 * pipelines, or pass the LD/ST unit and the L1C, all of them or those at an index. */
#include "gpu_rig.h"

#define CONST(pc, d, a, from)                                                                                          \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = WI_LOAD, .space = (from), .width_bytes = 4, .ndst = 1,          \
        .dst = {d}, .nsrc = 1, .src = {                                                                                \
            a                                                                                                          \
        }                                                                                                              \
    }

static const winst_t ALUS[] = {ALU(0, 1, 0), ALU(1, 2, 0), ALU(2, 3, 2), ALU(3, 4, 0), EXIT(4)};
static const winst_t LOADS[] = {CONST(0, 1, 0, SPACE_CONST), CONST(1, 2, 0, SPACE_PARAM), CONST(2, 3, 2, SPACE_CONST),
                                CONST(3, 4, 0, SPACE_PARAM), EXIT(4)};

typedef struct {
    uint64_t cycles, active, l1c, mem_insts;
} seen_t;

#define INDEXED(pc, d, a, from)                                                                                        \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = WI_LOAD, .space = (from), .width_bytes = 4, .ndst = 1,          \
        .indexed = true, .dst = {d}, .nsrc = 1, .src = {                                                               \
            a                                                                                                          \
        }                                                                                                              \
    }
/* One of the four is from constant memory with its address in a register. */
static const winst_t MIXED[] = {CONST(0, 1, 0, SPACE_CONST), INDEXED(1, 2, 0, SPACE_PARAM),
                                INDEXED(2, 3, 2, SPACE_CONST), CONST(3, 4, 0, SPACE_PARAM), EXIT(4)};

static seen_t run(const winst_t *prog, constants_t constants)
{
    rig_t r;
    fake_t fake = {.prog = prog};
    const kernel_launch_t k = fake_launch(&fake, 1, 512);
    err_t err = {0};
    if (!machine_load("configs/machines/gtx480.yaml", &r.m, &err)) fail_msg("%s", err.text);
    r.m.sm.ibuffer = 16; /* a whole program: fetch takes no part */
    r.m.sm.constants = constants;
    rig_start(&r, "gto", 0, false);
    if (!gpu_run_kernel(r.gpu, &k, &r.err)) fail_msg("%s", r.err.text);
    if (!stats_check_laws(r.stats, &r.err)) fail_msg("%s", r.err.text);
    const seen_t seen = {gpu_cycle(r.gpu), stats_sum(r.stats, "sm*.active"), stats_sum(r.stats, "sm*.l1c.accesses"),
                         stats_sum(r.stats, "sm*.mem_insts")};
    rig_stop(&r);
    return seen;
}

/* 16 warps: two schedulers issue 80 instructions, or one of 64 loads per cycle. */
static void constants_may_be_alu_instructions(void **state)
{
    (void)state;
    const seen_t alu = run(ALUS, CONSTANTS_ALU), loads = run(LOADS, CONSTANTS_ALU);
    assert_int_equal(loads.cycles, alu.cycles);
    assert_int_equal(loads.active, alu.active);
    assert_int_equal(loads.l1c, 0);
    assert_int_equal(loads.mem_insts, 0);
    const seen_t cached = run(LOADS, CONSTANTS_CACHED);
    assert_true(cached.cycles > alu.cycles);
    assert_true(cached.active >= 64);
    assert_int_equal(cached.l1c, 128); /* two lines of 64 bytes each */
    assert_int_equal(cached.mem_insts, 64);
}

static void only_indexed_constants_may_be_cached(void **state)
{
    (void)state;
    const seen_t seen = run(MIXED, CONSTANTS_INDEXED);
    assert_int_equal(seen.mem_insts, 16);
    assert_int_equal(seen.l1c, 512); /* the 32 lanes read different words: an access each */
    assert_int_equal(run(LOADS, CONSTANTS_INDEXED).mem_insts, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_may_be_alu_instructions),
        cmocka_unit_test(only_indexed_constants_may_be_cached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
