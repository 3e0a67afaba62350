/* test_ptx_diverge.c - random programs that diverge and exchange, against an interpreter that runs lane by lane. */
#include "diverge_lanes.h"
#include "diverge_text.h"

enum { PROGRAMS = 400 };

static void compare(const rig_t *g, uint64_t seed, uint32_t lanes)
{
    static char text[256 * 1024];
    lane_t lane[RIG_LANES];
    fix_t x;
    rig_text(g, text, sizeof text);
    rig_interpret(g, lane, lanes);
    if (!fix_open(&x, text, lanes, lanes) || !fix_run(&x)) {
        fputs(text, stderr);
        fail_msg("program %u, %u lanes: %s", (unsigned)seed, lanes, x.err.text);
    }
    for (uint32_t i = 0; i < lanes; i++) {
        const uint64_t low = fix_out(&x, i), high = fix_out(&x, i + 64);
        const uint32_t found[RIG_REGS] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
        for (uint32_t r = 0; r < RIG_REGS; r++) {
            if (found[r] == lane[i].a[r]) continue;
            fputs(text, stderr);
            fail_msg("program %u, lane %u of %u, register %u: expected 0x%x, found 0x%x", (unsigned)seed, i, lanes, r,
                     lane[i].a[r], found[r]);
        }
    }
    fix_free(&x);
}

static void lanes_get_what_they_get_alone(void **state)
{
    static rig_t g;
    (void)state;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        rig_make(&g, seed);
        for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) compare(&g, seed, lanes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lanes_get_what_they_get_alone)};
    return cmocka_run_group_tests_name("ptx_diverge", tests, NULL, NULL);
}
