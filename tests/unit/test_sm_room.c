/* test_sm_room.c - free places that the first-level caches of an SM need before a miss (sm.l1_miss_room). */
#include "gpu_rig.h"

/* Refusals for lack of a place: 16 warps load a line each, and an interconnect of a byte per cycle keeps the queue
 * full. */
static uint64_t refusals(uint8_t space, l1_miss_room_t room, const char *counter)
{
    const winst_t prog[] = {{.unit = UNIT_LDST,
                             .op = WI_LOAD,
                             .space = space,
                             .width_bytes = 4,
                             .ndst = 1,
                             .dst = {1},
                             .nsrc = 1,
                             .src = {0}},
                            EXIT(1)};
    rig_t r;
    fake_t fake = {.prog = prog, .stride_bytes = 128};
    const kernel_launch_t k = fake_launch(&fake, 1, 512);
    rig_machine(&r);
    r.m.icnt.flit_bytes = 1;
    r.m.icnt.queue = 1;
    r.m.sm.l1d.miss_queue = r.m.sm.l1c.miss_queue = 2;
    r.m.sm.l1c.mshrs = 16;
    r.m.sm.l1_miss_room = room;
    rig_start(&r, "gto", 0, false);
    if (!gpu_run_kernel(r.gpu, &k, &r.err)) fail_msg("%s", r.err.text);
    const uint64_t n = stats_sum(r.stats, counter);
    rig_stop(&r);
    return n;
}

/* A miss that sends one request needs one place, or two. */
static void fixed_room_is_two_places_in_the_l1d(void **state)
{
    (void)state;
    const uint64_t sent = refusals(SPACE_GLOBAL, MISS_ROOM_SENT, "sm*.l1d.stall_queue");
    assert_true(sent > 0);
    assert_true(refusals(SPACE_GLOBAL, MISS_ROOM_FIXED, "sm*.l1d.stall_queue") > sent);
}

static void fixed_room_is_one_place_in_the_l1c(void **state)
{
    (void)state;
    const uint64_t sent = refusals(SPACE_CONST, MISS_ROOM_SENT, "sm*.l1c.stall_queue");
    assert_true(sent > 0);
    assert_int_equal(refusals(SPACE_CONST, MISS_ROOM_FIXED, "sm*.l1c.stall_queue"), sent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_room_is_two_places_in_the_l1d),
        cmocka_unit_test(fixed_room_is_one_place_in_the_l1c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
