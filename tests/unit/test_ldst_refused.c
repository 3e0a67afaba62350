/* test_ldst_refused.c - an access that a cache refused and that is not looked up again before the cache changes is
 * accepted in the same cycle, with the same counters, as one that is looked up in every cycle. */
#include "l1_rig.h"

#include "sm/ldst_cache.h"

static void drain(rig_t *r)
{
    uint32_t token;
    while (pop(r, &token)) {
    }
}

/* What the cache's owner does besides, to both caches alike. */
static void disturb(rig_t *r, uint64_t choice, uint64_t addr)
{
    if (choice < 4) l1_recall(r->l1, addr & ~UINT64_C(127), 128);
    else if (choice < 6) l1_invalidate(r->l1);
}

static l1_req_t random_access(uint64_t *seed, uint32_t token)
{
    const uint64_t kind = rig_random(seed) % 10;
    return (l1_req_t){.addr = rig_random(seed) % 64 * 32,
                      .bytes = 32,
                      .token = token,
                      .kind = kind < 7   ? MEM_READ
                              : kind < 9 ? MEM_WRITE
                                         : MEM_ATOM,
                      .bypass = kind == 6};
}

static void looked_up_late_or_in_every_cycle(void **state)
{
    (void)state;
    enum { CYCLES = 30000 };
    for (uint32_t policy = 0; policy < 3; policy++) {
        rig_t *late = rig(small((cache_write_t)policy)), *plain = rig(small((cache_write_t)policy));
        const sm_cfg_t cfg = {.l1d_wait_cycles = 0};
        sm_counters_t counted = {0};
        ldst_cache_t *c = ldst_cache_create(&cfg, late->l1, late->l1, late->l1, &counted);
        uint64_t seed = 11 + policy, skipped = 0;
        uint32_t token = 0;
        l1_req_t req = random_access(&seed, token);
        bool refused = false;
        for (uint32_t i = 0; i < CYCLES; i++) {
            const uint64_t choice = rig_random(&seed) % 200, addr = rig_random(&seed) % 2048;
            tick(late), tick(plain);
            drain(late), drain(plain);
            disturb(late, choice, addr), disturb(plain, choice, addr);
            bool taken = true;
            for (uint32_t k = 0; k < 3 && taken; k++) {
                const bool again = refused && ldst_cache_stalls(c);
                taken = !again && ldst_cache_push(c, late->now, &req, SPACE_GLOBAL);
                skipped += again;
                assert_int_equal(taken, l1_access(plain->l1, &req) == L1_ACCEPTED);
                refused = !taken;
                if (taken) req = random_access(&seed, ++token);
            }
        }
        ldst_cache_settle(c);
        assert_true(skipped > CYCLES / 20);
        assert_int_equal(stat(late, "stall_mshr"), stat(plain, "stall_mshr"));
        assert_int_equal(stat(late, "stall_queue"), stat(plain, "stall_queue"));
        assert_int_equal(stat(late, "stall_set"), stat(plain, "stall_set"));
        assert_int_equal(counted.ldst_stall_mshr, stat(plain, "stall_mshr"));
        assert_int_equal(counted.ldst_stall_queue, stat(plain, "stall_queue"));
        assert_int_equal(counted.ldst_stall_set, stat(plain, "stall_set"));
        ldst_cache_destroy(c);
        settle(late), settle(plain);
        end(late), end(plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looked_up_late_or_in_every_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
