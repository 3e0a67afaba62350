/* test_sas_still.c - where the golden task unit says that a clock changes nothing, it does not: random loops on
 * contexts that take random time, with and without trials of widths. */
#include "sas_loops.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SMS = 2, CONTEXTS = 8, GROUP = 4, DEPTH = 3, LOOPS = 120, CYCLES = 1500 };

static uint32_t rnd(uint32_t n)
{
    static uint32_t x = 88172645u;
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    return x % n;
}

/* Contexts that are not busy wait; an answer makes them busy for up to `pace` cycles. */
static void wait_for_work(const sas_top_t *t, sas_top_in_t *in, uint32_t busy[SMS][CONTEXTS], uint32_t pace)
{
    for (uint32_t s = 0; s < SMS; s++) {
        in->want[s] = 0;
        for (uint32_t c = 0; c < CONTEXTS; c++)
            if (busy[s][c]) busy[s][c]--;
            else if (in->live[s] >> c & 1) in->want[s] |= UINT64_C(1) << c;
        const sas_sched_in_t at = sas_top_sched_in(t, in, s);
        const uint64_t answered =
            sas_sched_valid(&t->sched[s]) | sas_sched_none(&t->sched[s], &at) | sas_sched_off(&t->sched[s], &at);
        for (uint32_t c = 0; c < CONTEXTS; c++)
            if (in->want[s] & answered & UINT64_C(1) << c) busy[s][c] = 1 + rnd(pace);
    }
}

static void still_is_still(void **state)
{
    (void)state;
    sas_top_t *t = calloc(1, sizeof *t), *before = calloc(1, sizeof *t);
    uint32_t stills = 0, clocks = 0;
    bool still = false;
    sas_top_reset(t, SMS, CONTEXTS, GROUP, DEPTH);
    for (uint32_t n = 0; n < LOOPS; n++) {
        uint32_t busy[SMS][CONTEXTS] = {{0}};
        const uint32_t pace = 1 + rnd(rnd(2) ? 600 : 60);
        sas_top_in_t in = {.whole = rnd(3) == 0, .tasks = rnd(2) ? 1 + rnd(6) : 0};
        in.loop = sas_grid(1 + rnd(12), 1 + rnd(12), 1 + rnd(4), 1 + rnd(4), 0, 0);
        for (uint32_t s = 0; s < SMS; s++) in.live[s] = 1 + rnd(255);
        for (uint32_t i = 0; i < CYCLES; i++) {
            in.start = i == 0;
            if (in.start) memset(in.want, 0, sizeof in.want);
            else wait_for_work(t, &in, busy, pace);
            const bool was = still;
            still = sas_top_still(t, &in);
            if (still && !was) memcpy(before, t, sizeof *t); /* large: not in every cycle */
            sas_top_clock(t, &in);
            if (still && !was) assert_memory_equal(before, t, sizeof *t);
            stills += still;
            clocks++;
        }
    }
    assert_in_range(stills, clocks / 10, clocks - clocks / 10);
    free(t);
    free(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(still_is_still)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
