/* test_issue_regs.c - golden model of issue_regs: when the scoreboard lets a warp issue its oldest instruction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy/issues.h"
#include "policy/scheduler.h"

enum { A = 3, B = 12 /* warps */, MOST = 3 /* consumers */ };

typedef struct {
    void *self;
    uint32_t unit;
    issue_fields_t head[ISSUES_WARPS];
    uint64_t changed;
} rig_t;

static rig_t start(uint32_t units, uint32_t consumers)
{
    rig_t r = {.self = issues_c_create(units, consumers)};
    assert_non_null(r.self);
    return r;
}

static void stop(rig_t *r) { issues_c_ops.destroy(r->self); }

/* The warp's oldest instruction writes d and reads s; -1: none. */
static void oldest(rig_t *r, uint32_t warp, int32_t d, int32_t s)
{
    issue_fields_t f = {.dests = d >= 0, .sources = s >= 0};
    if (d >= 0) f.dest[0] = (uint16_t)d;
    if (s >= 0) f.source[0] = (uint16_t)s;
    r->head[warp] = f;
    r->changed |= UINT64_C(1) << warp;
}

static bool ok(rig_t *r, uint32_t warp)
{
    const uint64_t mask = issues_c_ops.ok(r->self, r->unit, (issue_heads_t){.fields = r->head}, r->changed);
    r->changed = 0;
    return mask >> warp & 1;
}

static void issue(rig_t *r, uint32_t warp)
{
    assert_true(ok(r, warp));
    issues_c_ops.step(r->self, r->unit, &(issue_in_t){.granted = warp});
}

static issue_event_t of(uint32_t warp, int32_t d, int32_t s)
{
    rig_t r = {0};
    oldest(&r, warp, d, s);
    return (issue_event_t){.warp = (uint8_t)warp, .fields = r.head[warp]};
}

static void has_read(rig_t *r, issue_event_t e)
{
    issues_c_ops.step(r->self, r->unit, &(issue_in_t){.granted = SCHED_NONE, .reads = 1, .read = {e}});
}

static void has_written(rig_t *r, issue_event_t e)
{
    issues_c_ops.step(r->self, r->unit, &(issue_in_t){.granted = SCHED_NONE, .writes = 1, .write = {e}});
}

static bool allows(rig_t *r, uint32_t warp, int32_t d, int32_t s)
{
    oldest(r, warp, d, s);
    return ok(r, warp);
}

/* The instruction in flight writes 5 and reads 6. What an instruction behind it may do before and after each event. */
static void each_hazard_ends_with_its_event(void **state)
{
    static const struct {
        int32_t d, s;
        bool issued, read, written; /* allowed at once; with the sources read; with the result written as well */
    } row[] = {
        {-1, 5, false, false, true}, /* RAW */
        {5, -1, false, false, true}, /* WAW */
        {6, -1, false, true, true},  /* WAR */
        {-1, 6, true, true, true},   /* RAR */
        {7, 8, true, true, true},
    };
    (void)state;
    for (uint32_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        rig_t r = start(1, MOST);
        oldest(&r, A, 5, 6);
        issue(&r, A);
        assert_int_equal(allows(&r, A, row[i].d, row[i].s), row[i].issued);
        has_read(&r, of(A, 5, 6));
        assert_int_equal(ok(&r, A), row[i].read);
        has_written(&r, of(A, 5, 6));
        assert_int_equal(ok(&r, A), row[i].written);
        stop(&r);
    }
}

static void a_result_may_be_written_before_the_sources_are_read(void **state)
{
    (void)state;
    rig_t r = start(1, MOST);
    oldest(&r, A, 5, 5);
    issue(&r, A);
    has_written(&r, of(A, 5, 5));
    assert_true(allows(&r, A, -1, 5));
    assert_false(allows(&r, A, 5, -1));
    has_read(&r, of(A, 5, 5));
    assert_true(ok(&r, A));
    stop(&r);
}

static void a_register_has_so_many_consumers(void **state)
{
    static const uint32_t most[] = {1, 3, 7, 15, 31, 63};
    (void)state;
    for (uint32_t i = 0; i < sizeof most / sizeof most[0]; i++) {
        rig_t r = start(1, most[i]);
        oldest(&r, A, -1, 6);
        for (uint32_t n = 0; n < most[i]; n++) issue(&r, A);
        assert_false(ok(&r, A));
        assert_true(allows(&r, A, -1, 7));
        has_read(&r, of(A, -1, 6));
        assert_true(allows(&r, A, -1, 6));
        issue(&r, A);
        assert_false(ok(&r, A));
        for (uint32_t n = 0; n < most[i]; n++) {
            assert_false(allows(&r, A, 6, -1));
            has_read(&r, of(A, -1, 6));
        }
        assert_true(ok(&r, A));
        stop(&r);
    }
}

/* A register in two sources has one consumer, and one read event takes it away. */
static void a_register_named_twice_counts_once(void **state)
{
    (void)state;
    rig_t r = start(1, 1);
    oldest(&r, A, -1, 6);
    r.head[A].source[r.head[A].sources++] = 6;
    issue(&r, A);
    const issue_event_t e = {.warp = A, .fields = r.head[A]};
    assert_false(allows(&r, A, 6, -1));
    has_read(&r, e);
    assert_true(ok(&r, A));
    stop(&r);
}

static void every_field_counts(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ISSUES_DESTS + ISSUES_SOURCES; i++) {
        const bool dest = i < ISSUES_DESTS;
        rig_t r = start(1, 1);
        issue_fields_t all = {.dests = ISSUES_DESTS, .sources = ISSUES_SOURCES};
        for (uint32_t k = 0; k < ISSUES_DESTS; k++) all.dest[k] = (uint16_t)(100 + k);
        for (uint32_t k = 0; k < ISSUES_SOURCES; k++) all.source[k] = (uint16_t)(ISSUES_REGS - 1 - k);
        r.head[A] = all;
        r.changed = UINT64_C(1) << A;
        issue(&r, A);
        assert_false(allows(&r, A, dest ? all.dest[i] : all.source[i - ISSUES_DESTS], -1));
        issues_c_ops.step(r.self, 0,
                          &(issue_in_t){.granted = SCHED_NONE,
                                        .reads = !dest,
                                        .read = {{.warp = A, .fields = all}},
                                        .writes = dest,
                                        .write = {{.warp = A, .fields = all}}});
        assert_true(ok(&r, A));
        stop(&r);
    }
}

static void two_reads_and_two_results_count_at_one_edge_with_an_issue(void **state)
{
    (void)state;
    rig_t r = start(1, MOST);
    oldest(&r, A, 5, 6);
    oldest(&r, B, 5, 6);
    issue(&r, A);
    issue(&r, B);
    assert_true(allows(&r, A, -1, 6));
    issues_c_ops.step(r.self, 0,
                      &(issue_in_t){.granted = A,
                                    .reads = 2,
                                    .read = {of(A, 5, 6), of(B, 5, 6)},
                                    .writes = 2,
                                    .write = {of(A, 5, 6), of(B, 5, 6)}});
    assert_true(allows(&r, B, 6, 5));
    assert_true(allows(&r, A, -1, 5));
    assert_false(allows(&r, A, 6, -1)); /* the instruction that has issued at that edge reads it */
    stop(&r);
}

static void warps_and_units_share_nothing(void **state)
{
    (void)state;
    rig_t r = start(2, 1), other = r;
    r.unit = 1;
    oldest(&r, A, 5, 6);
    issue(&r, A);
    assert_false(allows(&r, A, 5, -1));
    assert_true(allows(&r, B, 5, 6));
    assert_true(allows(&other, A, 5, 6));
    stop(&r);
}

/* Numbers from ISSUES_REGS on share a register with smaller ones. */
static void every_register_of_an_instruction_has_a_field(void **state)
{
    (void)state;
    winst_t in = {.nsrc = WINST_SRC_MAX, .ndst = WINST_DST_MAX};
    for (uint32_t i = 0; i < WINST_SRC_MAX; i++) in.src[i] = (uint16_t)(ISSUES_REGS - 1 + i);
    for (uint32_t i = 0; i < WINST_DST_MAX; i++) in.dst[i] = (uint16_t)(2 * ISSUES_REGS + i);
    const issue_fields_t f = issue_fields(&in);
    assert_int_equal(f.sources, WINST_SRC_MAX);
    assert_int_equal(f.dests, WINST_DST_MAX);
    assert_int_equal(f.source[0], ISSUES_REGS - 1);
    for (uint32_t i = 1; i < WINST_SRC_MAX; i++) assert_int_equal(f.source[i], i - 1);
    for (uint32_t i = 0; i < WINST_DST_MAX; i++) assert_int_equal(f.dest[i], i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_hazard_ends_with_its_event),
        cmocka_unit_test(a_result_may_be_written_before_the_sources_are_read),
        cmocka_unit_test(a_register_has_so_many_consumers),
        cmocka_unit_test(a_register_named_twice_counts_once),
        cmocka_unit_test(every_field_counts),
        cmocka_unit_test(two_reads_and_two_results_count_at_one_edge_with_an_issue),
        cmocka_unit_test(warps_and_units_share_nothing),
        cmocka_unit_test(every_register_of_an_instruction_has_a_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
