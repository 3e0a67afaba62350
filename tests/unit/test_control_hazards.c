/* test_control_hazards.c - which orders of reads and writes the check reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "fake_fe.h"

#include "control/hazards.h"

#include <string.h>

enum { R1 = 1, R2, R3 };

static const winst_t produces = {
    .unit = UNIT_SP, .op = WI_ALU, .dst = {R1}, .ndst = 1, .src = {R2}, .nsrc = 1, .line = 1};
static const winst_t consumes = {
    .unit = UNIT_SP, .op = WI_ALU, .dst = {R3}, .ndst = 1, .src = {R1}, .nsrc = 1, .line = 2};
static const winst_t ends = {.unit = UNIT_NONE, .op = WI_EXIT, .line = 9};

typedef struct {
    fake_t fake;
    frontend_ops_t ops;
    kernel_launch_t inner;
    hazard_log_t log;
    hazards_t *h;
    const kernel_launch_t *k;
    fe_cta_t *cta;
    uint32_t ticket[4];
} rig_t;

static uint32_t next_lanes; /* of the next instruction */

static bool exec_some_lanes(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    out->ticket = 0;
    if (!fake_exec(cta, warp, out, err)) return false;
    out->lanes = next_lanes;
    return true;
}

static void start(rig_t *r, const winst_t *a, const winst_t *b)
{
    const winst_t prog[] = {*a, *b, ends};
    const cta_place_t place = {.lid = 3};
    err_t err = {{0}};
    memset(r, 0, sizeof *r);
    r->fake.prog = prog;
    r->inner = fake_launch(&r->fake, 1, 32);
    r->ops = fake_ops;
    r->ops.exec = exec_some_lanes;
    r->inner.ops = &r->ops;
    r->h = hazards_create(&r->log, &r->inner, &err);
    assert_non_null(r->h);
    r->k = hazards_launch(r->h);
    r->cta = r->k->ops->cta_begin(r->k->self, &place, &err);
}

static void stop(rig_t *r)
{
    r->k->ops->cta_end(r->k->self, r->cta);
    hazards_destroy(r->h);
}

static void issue(rig_t *r, uint32_t i, uint32_t lanes)
{
    winst_exec_t x = {.cycle = 10 + i};
    err_t err = {{0}};
    next_lanes = lanes;
    assert_true(r->k->ops->exec(r->cta, 0, &x, &err));
    r->ticket[i] = x.ticket;
    assert_true(x.ticket);
}

/* Issues instructions 0 and 1 with these lanes, then reads (r) or writes (w) in the order of "r0w0r1". */
static void in_order(rig_t *r, uint32_t lanes0, uint32_t lanes1, const char *order)
{
    issue(r, 0, lanes0);
    issue(r, 1, lanes1);
    for (; *order; order += 2) {
        const uint32_t ticket = r->ticket[order[1] - '0'];
        (order[0] == 'r' ? r->k->ops->sources_read : r->k->ops->result_written)(r->cta, 0, ticket);
    }
}

static void expect(rig_t *r, uint64_t raw, uint64_t war, uint64_t waw)
{
    assert_int_equal(r->log.count[HAZARD_RAW], raw);
    assert_int_equal(r->log.count[HAZARD_WAR], war);
    assert_int_equal(r->log.count[HAZARD_WAW], waw);
    stop(r);
}

static void a_source_read_before_it_is_written_is_reported(void **state)
{
    rig_t r;
    (void)state;
    start(&r, &produces, &consumes);
    in_order(&r, UINT32_MAX, UINT32_MAX, "r0r1");
    assert_string_equal(r.log.list[0].text,
                        "fake:2: reads R1 before line 1 has written it (RAW); kernel fake, CTA 3, warp 0, cycle 11");
    expect(&r, 1, 0, 0);
}

static void a_source_read_after_it_is_written_is_not(void **state)
{
    rig_t r;
    (void)state;
    start(&r, &produces, &consumes);
    in_order(&r, UINT32_MAX, UINT32_MAX, "r0w0r1w1");
    expect(&r, 0, 0, 0);
}

static void lanes_of_other_paths_are_other_threads(void **state)
{
    rig_t r;
    (void)state;
    start(&r, &produces, &consumes);
    in_order(&r, 0xffff, 0xffff0000, "r1");
    expect(&r, 0, 0, 0);
}

static void a_predicate_counts_for_all_lanes_of_its_reader(void **state)
{
    rig_t r;
    winst_t guarded = consumes;
    (void)state;
    guarded.predicates = 1;
    start(&r, &produces, &guarded);
    in_order(&r, 0xffff, 0, "r1"); /* its stale predicate is false */
    expect(&r, 1, 0, 0);
}

static void a_register_overwritten_before_its_read_is_reported(void **state)
{
    rig_t r;
    (void)state;
    start(&r, &consumes, &produces);
    in_order(&r, UINT32_MAX, UINT32_MAX, "r1w1");
    expect(&r, 0, 1, 0);
}

static void writes_out_of_order_are_reported(void **state)
{
    rig_t r;
    (void)state;
    start(&r, &produces, &produces);
    in_order(&r, UINT32_MAX, UINT32_MAX, "r0r1w1w0");
    expect(&r, 0, 0, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_read_before_it_is_written_is_reported),
        cmocka_unit_test(a_source_read_after_it_is_written_is_not),
        cmocka_unit_test(lanes_of_other_paths_are_other_threads),
        cmocka_unit_test(a_predicate_counts_for_all_lanes_of_its_reader),
        cmocka_unit_test(a_register_overwritten_before_its_read_is_reported),
        cmocka_unit_test(writes_out_of_order_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
