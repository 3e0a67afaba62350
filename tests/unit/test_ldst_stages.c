/* test_ldst_stages.c - what fills up in the LD/ST unit: places before the L1D look-up, stages of shared memory; and
 * from which queue data enter the write-back register. */
#include "ldst_rig.h"

static const winst_t SMEM_LOAD = {.unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_SHARED, .width_bytes = 4, .ndst = 1};
static const winst_t LOAD = {.unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_GLOBAL, .width_bytes = 4, .ndst = 1};
static const winst_t PAST = {
    .unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_GLOBAL, .width_bytes = 4, .ndst = 1, .bypass_l1 = true};
static const winst_t ATOM = {.unit = UNIT_LDST, .op = WI_ATOM, .space = SPACE_GLOBAL, .width_bytes = 4, .ndst = 1};

/* The L1D has one MSHR, which a miss keeps: the accesses behind it stay before their look-up, one in each place. */
static void an_access_needs_a_place_before_its_look_up(void **state)
{
    (void)state;
    for (uint32_t wait_cycles = 1; wait_cycles <= 5; wait_cycles += 4) {
        sm_counters_t counted = {0};
        cache_cfg_t cache = small(WRITE_THROUGH);
        cache.mshrs = 1;
        rig_t *r = rig(cache);
        const sm_cfg_t cfg = {.l1d_wait_cycles = wait_cycles, .l1d_banks = 1, .l1d = cache};
        ldst_cache_t *c = ldst_cache_create(&cfg, r->l1, r->l1, r->l1, &counted);
        must(r, MEM_READ, 0x8000, 32, 99);
        uint32_t accepted = 0;
        for (uint64_t now = 0; now < 20; now++) {
            const l1_req_t req = {.addr = accepted * 128, .bytes = 32, .token = accepted, .kind = MEM_READ};
            ldst_cache_step(c, now);
            accepted += ldst_cache_push(c, now, &req, SPACE_GLOBAL);
        }
        assert_int_equal(accepted, wait_cycles);
        assert_int_equal(ldst_cache_waiting(c), wait_cycles);
        assert_int_equal(counted.ldst_stall_wait, 20 - wait_cycles);
        expect_token(r, 99);
        ldst_cache_step(c, 20); /* the oldest is looked up, a place is free */
        assert_int_equal(ldst_cache_waiting(c), wait_cycles - 1);
        ldst_cache_destroy(c);
        expect_token(r, 0);
        end(r);
    }
}

/* The oldest access of bank 0 is refused; those of bank 1 pass it, those of bank 0 do not. Banks are 32 bytes wide. */
static void each_bank_waits_in_its_own_order(void **state)
{
    (void)state;
    sm_counters_t counted = {0};
    cache_cfg_t cache = small(WRITE_THROUGH);
    cache.mshr_merges = 1;
    rig_t *r = rig(cache);
    const sm_cfg_t cfg = {.l1d_wait_cycles = 3, .l1d_banks = 2, .l1d_bank_bytes = 32, .l1d = cache};
    ldst_cache_t *c = ldst_cache_create(&cfg, r->l1, r->l1, r->l1, &counted);
    static const uint32_t addr[] = {0, 64, 32}; /* banks 0, 0, 1 */
    must(r, MEM_READ, 0, 32, 99);               /* its MSHR takes no second access */
    for (uint32_t i = 0; i < 3; i++) {
        const l1_req_t req = {.addr = addr[i] + (i == 2 ? 256 : 0), .bytes = 32, .token = i, .kind = MEM_READ};
        assert_true(ldst_cache_push(c, 0, &req, SPACE_GLOBAL));
    }
    assert_int_equal(ldst_cache_bank(&cfg, 64), 0);
    assert_int_equal(ldst_cache_bank(&cfg, 32), 1);
    assert_int_equal(ldst_cache_next_cycle(c), 3);
    ldst_cache_step(c, 3);
    assert_int_equal(ldst_cache_waiting(c), 2);
    ldst_cache_step(c, 4); /* bank 1 has changed the cache: asked once more */
    assert_int_equal(ldst_cache_waiting(c), 2);
    assert_int_equal(ldst_cache_next_cycle(c), UINT64_MAX); /* until the cache changes */
    ldst_cache_destroy(c);
    expect_token(r, 99);
    expect_token(r, 2);
    end(r);
}

/* Three loads of shared memory and two stages. A load keeps its stage until the register takes its data; without a
 * stage the third one stays at the head of the queue. */
static void shared_memory_has_a_stage_for_each_cycle_of_its_latency(void **state)
{
    (void)state;
    unit_rig_t r;
    ldst_done_t done;
    ldst_write_t w;
    collectors = 1;
    smem_latency_cycles = 2;
    start(&r, 4, 1);
    uint32_t entry[3];
    for (uint32_t i = 0; i < 2; i++) entry[i] = enter(&r, &SMEM_LOAD, 4, UINT32_MAX);
    for (uint32_t i = 0; i < 2; i++) step(&r);
    assert_int_equal(ldst_queued(r.unit), 0);
    entry[2] = enter(&r, &SMEM_LOAD, 4, UINT32_MAX);
    for (uint32_t i = 0; i < 3; i++) step(&r);
    assert_int_equal(ldst_queued(r.unit), 1); /* both stages are taken */
    for (uint32_t i = 0; i < 2; i++) assert_false(ldst_delivered(r.unit, entry[i], &done));
    step(&r);
    assert_int_equal(ldst_queued(r.unit), 1); /* until the register takes one */
    ldst_write_back(r.unit, true, &w);
    step(&r);
    assert_int_equal(ldst_queued(r.unit), 0);
    assert_false(ldst_delivered(r.unit, entry[2], &done));
    for (uint32_t i = 0; i < 3; i++) {
        ldst_write_back(r.unit, true, &w);
        assert_true(w.over);
    }
    assert_true(ldst_still(r.unit));
    stop(&r);
    collectors = 0;
    smem_latency_cycles = SMEM_LATENCY;
}

/* The register tells the number of an answer of the L1D as it takes it. Data of an atomic, and of a load that goes past
 * the L1D, have a queue of their own, before that of the fills, and no number. */
static void data_past_the_l1d_queue_apart(void **state)
{
    (void)state;
    static const winst_t *const INST[] = {&LOAD, &PAST, &ATOM};
    unit_rig_t r;
    uint32_t entry[3];
    collectors = 1;
    start(&r, 4, 1);
    for (uint32_t i = 0; i < 3; i++) {
        entry[i] = enter(&r, INST[i], 4, 1);
        step(&r);
        expect_token(r.l1, entry[i]);
        ldst_arrived(r.unit, ANSWER_L1D, entry[i], 7 + i);
    }
    static const uint32_t ORDER[] = {1, 0, 2}, FILLED[] = {0, 7, 0};
    for (uint32_t i = 0; i < 3; i++) {
        ldst_write_t w;
        ldst_done_t in;
        ldst_write_back(r.unit, true, &w);
        assert_int_equal(w.filled, FILLED[i]);
        assert_true(ldst_writing(r.unit, &in));
        assert_ptr_equal(in.inst, INST[ORDER[i]]);
    }
    ldst_write_t w;
    ldst_write_back(r.unit, true, &w);
    assert_true(w.over);
    stop(&r);
    collectors = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_access_needs_a_place_before_its_look_up),
        cmocka_unit_test(each_bank_waits_in_its_own_order),
        cmocka_unit_test(shared_memory_has_a_stage_for_each_cycle_of_its_latency),
        cmocka_unit_test(data_past_the_l1d_queue_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
