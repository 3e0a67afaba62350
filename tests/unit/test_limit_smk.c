/* test_limit_smk.c - SMK's limit on samples worked by hand (data/smk_samples.txt), and who is served when kernels come
 * and go: straight at the golden model, which one SM's CTAs and reports are shown to. */
#include "policies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SM = 0, SETTLE_CYCLES = 1500 };

typedef struct {
    const limit_policy_t *p;
    void *st;
    disp_view_t v;
    uint32_t launches;
} rig_t;

static rig_t rig(void)
{
    rig_t r = {.p = limit_policies[policies("smk").limit],
               .v = {.sms = 1,
                     .sm_slots = SCHED_SLOTS_SMALL,
                     .kernels = SCHED_KERNELS_SMALL,
                     .sm_enable = {{1}},
                     .empty = {16, 64, 2048, 2048, 49152},
                     .block = {1, 1, 1, 1},
                     .offers = {.standing = SCHED_NONE, .booked = SCHED_NONE}}};
    r.st = calloc(1, r.p->state_bytes);
    assert_non_null(r.st);
    r.p->init(r.st, &r.v);
    return r;
}

static bool edge(rig_t *r, const disp_edge_t *e) { return r->p->clock(r->st, &r->v, e); }

static void settle(rig_t *r)
{
    const disp_edge_t none = {.book_sm = SCHED_NONE, .done_sm = SCHED_NONE};
    uint32_t left = SETTLE_CYCLES;
    while (edge(r, &none) && left) left--;
    assert_true(left > 0);
}

static void launch(rig_t *r, uint32_t kid, uint32_t tmax)
{
    r->v.busy |= 1u << kid;
    r->v.rank[kid] = ++r->launches;
    r->v.order[r->v.launched++] = kid;
    r->v.tmax[kid] = tmax;
    settle(r);
}

static void end(rig_t *r, uint32_t kid)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->v.launched; i++)
        if (r->v.order[i] != kid) r->v.order[n++] = r->v.order[i];
    r->v.launched = n;
    r->v.busy &= ~(1u << kid);
    settle(r);
}

static uint32_t tb(const rig_t *r, uint32_t kid) { return r->p->quota(r->st, &r->v, kid); }

static void report(rig_t *r, const uint32_t count[5])
{
    const disp_mon_t mon = {.cycles = (uint8_t)count[0],
                            .sp_busy = {(uint8_t)count[1]},
                            .ldst_busy = {(uint8_t)count[2]},
                            .sp_part = {(uint8_t)count[3]},
                            .ldst_part = {(uint8_t)count[4]}};
    const disp_edge_t e = {.book_sm = SCHED_NONE, .done_sm = SCHED_NONE, .mon = &mon};
    edge(r, &e);
}

/* The SM holds what it may of both; so many cycles pass, with what was counted spread evenly; all CTAs leave. */
static void sample(rig_t *r, const uint32_t total[5])
{
    uint32_t slot = 0;
    for (uint32_t k = 0; k < 2; k++) {
        r->v.resident[SM][k] = (uint8_t)tb(r, k);
        r->v.slots[SM][k] = 0;
        while ((uint32_t)__builtin_popcount(r->v.slots[SM][k]) < tb(r, k)) r->v.slots[SM][k] |= SLOT_BIT(slot++);
    }
    report(r, (const uint32_t[5]){16, 99, 16, 50, 8}); /* begins with it: does not count */
    for (uint32_t at = 0, to; at < total[0]; at = to) {
        uint32_t count[5];
        to = at + MON_CYCLES < total[0] ? at + MON_CYCLES : total[0];
        for (uint32_t i = 0; i < 5; i++) count[i] = total[i] * to / total[0] - total[i] * at / total[0];
        report(r, count);
    }
    while (slot--) {
        disp_edge_t e = {.book_sm = SCHED_NONE, .done_sm = SM, .done_slot = slot};
        e.done_kid = r->v.slots[SM][1] >> slot & 1;
        edge(r, &e);
        r->v.slots[SM][e.done_kid] &= ~SLOT_BIT(slot);
        r->v.resident[SM][e.done_kid]--;
    }
    settle(r);
}

static void take(uint32_t need[RES_COUNT], const uint32_t n[4])
{
    need[RES_SLOTS] = 1;
    need[RES_WARPS] = n[0];
    need[RES_THREADS] = n[1];
    need[RES_REGS] = n[2];
    need[RES_SMEM] = n[3];
}

static void samples_by_hand(void **state)
{
    (void)state;
    FILE *f = fopen("tests/unit/data/smk_samples.txt", "r");
    assert_non_null(f);
    char line[256];
    rig_t r = rig();
    uint32_t rows = 0, number = 0;
    while (fgets(line, sizeof line, f)) {
        uint32_t n[13], fields = 0;
        number++;
        if (line[0] == '#' || line[0] == '\n') continue;
        for (char *at = strtok(line, " \n"); at && fields < 13; at = strtok(NULL, " \n"))
            n[fields++] = (uint32_t)strtoul(at, NULL, 10);
        if (n[0] == 0) {
            assert_int_equal(fields, 13);
            end(&r, 0);
            end(&r, 1);
            take(r.v.need[0], n + 1);
            take(r.v.need[1], n + 6);
            launch(&r, 0, n[5]);
            assert_int_equal(tb(&r, 0), n[5]);
            launch(&r, 1, n[10]);
        } else {
            assert_int_equal(fields, 8);
            sample(&r, n + 1);
        }
        if (tb(&r, 0) != n[fields - 2] || tb(&r, 1) != n[fields - 1])
            fail_msg("smk_samples.txt:%u: Tb %u %u, expected %u %u", number, tb(&r, 0), tb(&r, 1), n[fields - 2],
                     n[fields - 1]);
        rows++;
    }
    fclose(f);
    assert_true(rows > 20);
    free(r.st);
}

static uint32_t slots(const rig_t *r, uint32_t kid) { return r->p->slots(r->st, &r->v, kid); }

/* One more, of an SM with so many CTAs of kid in slots of its own? */
static bool may(rig_t *r, uint32_t kid, uint32_t ctas)
{
    uint32_t left = slots(r, kid), used = 0;
    for (; ctas && left; ctas--, left &= left - 1) used |= left & -left;
    r->v.slots[SM][kid] = used;
    const bool ok = r->p->ok(r->st, &r->v, SM, kid, 0);
    r->v.slots[SM][kid] = 0;
    return ok;
}

static void the_pair_is_the_first_two(void **state)
{
    (void)state;
    rig_t r = rig();
    for (uint32_t k = 0; k < 4; k++) r.v.need[k][RES_SLOTS] = 1;
    launch(&r, 2, 7);
    assert_true(may(&r, 2, 6) && !may(&r, 2, 7)); /* alone: T_max */
    assert_int_equal(r.p->mon_kid(r.st), 2);
    launch(&r, 0, 8);
    launch(&r, 3, 8);
    assert_true(may(&r, 2, 2) && !may(&r, 2, 3) && may(&r, 0, 3) && !may(&r, 0, 4));
    assert_int_equal(slots(&r, 2), 0x7); /* the lowest three; the highest four */
    assert_int_equal(slots(&r, 0), 0xf000);
    assert_false(may(&r, 3, 0)); /* waits */
    end(&r, 2);
    assert_true(may(&r, 3, 3) && !may(&r, 3, 4));
    assert_int_equal(r.p->mon_kid(r.st), 3);
    end(&r, 0);
    assert_true(may(&r, 3, 7) && !may(&r, 3, 8));
    r.v.block[3] = 2;
    assert_true(may(&r, 3, 9)); /* a kernel that goes in blocks is not limited */
    free(r.st);
}

static void no_sample_without_ctas_to_come(void **state)
{
    (void)state;
    static const uint32_t FIRST[] = {1024, 4096, 256, 3072, 64}, LESS[] = {1024, 3000, 256, 2000, 64};
    for (uint32_t with = 0; with < 2; with++) {
        rig_t r = rig();
        for (uint32_t k = 0; k < 2; k++) take(r.v.need[k], (const uint32_t[]){1, 32, 1, 0});
        launch(&r, 0, 16);
        launch(&r, 1, 16);
        sample(&r, FIRST);
        if (!with) r.v.launched = 1; /* the second has issued its last */
        sample(&r, LESS);
        assert_int_equal(tb(&r, 0), with ? 9 : 8);
        assert_int_equal(tb(&r, 1), with ? 7 : 8);
        free(r.st);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_by_hand), cmocka_unit_test(the_pair_is_the_first_two),
                                       cmocka_unit_test(no_sample_without_ctas_to_come)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
