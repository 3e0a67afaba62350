/* test_warps_barrier.c - a barrier that takes no cycle: the last arrival releases it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "fake_fe.h"
#include "sm/warps.h"

enum { WARPS = 4, NOW = 10 };

static const winst_t PROG[] = {{.pc_bytes = 0, .unit = UNIT_NONE, .op = WI_BARRIER},
                               {.pc_bytes = 8, .unit = UNIT_NONE, .op = WI_EXIT}};

static uint64_t held(const warps_t *ws) { return warps_masks(ws)[0].held | warps_masks(ws)[1].held; }

static void the_last_arrival_releases_in_its_own_cycle(void **state)
{
    (void)state;
    for (uint32_t cycles = 0; cycles < 2; cycles++) {
        err_t err = {{0}};
        uint64_t share[SM_SCHEDS];
        sm_counters_t counted = {0};
        const sm_cfg_t cfg = {
            .warp_lanes = 32, .threads = 512, .cta_slots = 4, .schedulers = 2, .ibuffer = 2, .barrier_cycles = cycles};
        wheel_t *wheel = wheel_create();
        warps_t *ws = warps_create(&cfg, false, wheel, &counted);
        fake_t fake = {.prog = PROG};
        const kernel_launch_t launch = fake_launch(&fake, 1, WARPS * 32);
        const cta_place_t place = {.slot = 0};
        const cta_t cta = {.launch = &launch, .fe = fake_begin(&fake, &place, &err)};
        warps_cta_begin(ws, &cta, 0, HALF_ALL, share);
        for (uint32_t w = 0; w < WARPS; w++) {
            warps_barrier_arrive(ws, NOW, w, &(winst_exec_t){.lanes = 1});
            if (w + 1 < WARPS) assert_true(held(ws) != 0);
        }
        assert_int_equal(held(ws) == 0, !cycles);
        assert_int_equal(wheel_next(wheel, 0), cycles ? NOW + cycles : UINT64_MAX);
        warps_destroy(ws);
        wheel_destroy(wheel);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_arrival_releases_in_its_own_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
