/* test_sweep_plan.c - the runs of a sweep: equal ones once, shards that divide them, rows that others write. */
#include "experiment/sweep_costs.h"
#include "experiment/sweep_plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char dir[64];
static sweep_experiment_t e;

static int set_up(void **state)
{
    (void)state;
    strcpy(dir, "/tmp/test_plan.XXXXXX");
    return mkdtemp(dir) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[80];
    sweep_experiment_free(&e);
    snprintf(command, sizeof command, "rm -r %s", dir);
    return system(command);
}

static void plan_of(sweep_plan_t *plan, const char *text)
{
    char path[96];
    err_t err = {{0}};
    snprintf(path, sizeof path, "%s/e.yaml", dir);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    if (!sweep_experiment_read(&e, path, &err)) fail_msg("%s", err.text);
    e.program = 7;
    if (!sweep_plan_create(&e, dir, plan, &err)) fail_msg("%s", err.text);
}

static void done(sweep_plan_t *plan)
{
    sweep_plan_free(plan);
    sweep_experiment_free(&e);
    memset(&e, 0, sizeof e);
}

/* As another host would: the row of job i, with `cycles`, after a run of `seconds`. */
static void write_row(const sweep_job_t *j, uint64_t cycles, double seconds)
{
    err_t err = {{0}};
    sweep_about_t about = {.host = "n1", .program = 7, .inputs = j->key.inputs, .seconds = seconds, .mbytes = 40};
    run_result_t r = {.cycles = cycles, .workloads = 1, .sm_thread_insts = 1000};
    snprintf(about.what, sizeof about.what, "%s", j->what);
    if (!sweep_row_save(j->row_path, &r, &about, &err)) fail_msg("%s", err.text);
}

#define BEGIN "machine: lcs28\nworkloads: [vadd, tran]\nbase: {size: tiny}\n"

static void equal_runs_have_one_row(void **state)
{
    (void)state;
    sweep_plan_t p;
    plan_of(&p, BEGIN "points: {plain: {}, gto: {warp: gto}, lrr: {warp: lrr}}\n");
    assert_int_equal(p.count, 6);
    assert_int_equal(sweep_plan_count(&p).runs, 4); /* gto is the default */
    assert_int_equal(p.first[1], 0);
    assert_int_equal(p.job[1].job.state, POOL_LEFT);
    write_row(&p.job[0], 100, 1);
    sweep_plan_load(&p);
    const sweep_count_t n = sweep_plan_count(&p);
    assert_int_equal(n.there, 1);
    assert_int_equal(n.left, 3);
    sweep_plan_gather(&p);
    assert_int_equal(p.job[1].job.state, POOL_KEPT);
    assert_int_equal(p.job[1].result.cycles, 100);
    done(&p);
}

static void a_workload_of_a_mix_runs_alone_once(void **state)
{
    (void)state;
    sweep_plan_t p;
    plan_of(&p, "machine: lcs28\nworkloads: [vadd+tran, tran+vadd]\nbase: {size: tiny}\naxes: {place: [rr, mixed]}\n");
    assert_int_equal(p.cells, 4);
    assert_int_equal(p.count, 6); /* vadd and tran, under the baseline */
    assert_int_equal(p.alone[0][0], p.alone[3][1]);
    assert_int_equal(p.alone[0][1], p.alone[2][0]);
    for (uint32_t i = 0; i < p.count; i++) p.job[i].job.state = POOL_DONE;
    for (uint32_t i = 0; i < p.cells; i++) p.job[i].result.workloads = 2;
    const uint32_t tran = p.alone[0][1];
    strcpy(p.job[tran].result.workload, "tran");
    strcpy(p.job[tran].result.failed, "a law is broken");
    p.job[p.alone[0][0]].result.cycles = 50;
    sweep_plan_gather(&p);
    assert_int_equal(p.job[0].result.part[0].alone_cycles, 50);
    assert_string_equal(p.job[0].result.failed, "tran alone: a law is broken");
    done(&p);
}

/* Each run is waiting in exactly one of the shards, whatever their number. */
static void shards_divide_the_runs(void **state)
{
    (void)state;
    for (uint32_t shards = 1; shards <= 5; shards++) {
        uint32_t taken[8] = {0};
        for (uint32_t shard = 1; shard <= shards; shard++) {
            sweep_plan_t p;
            plan_of(&p, BEGIN "axes: {warp: [gto, lrr], limit: [tmax, lcs]}\n");
            assert_int_equal(p.count, 8);
            sweep_plan_shard(&p, shard, shards);
            for (uint32_t i = 0; i < p.count; i++) taken[i] += p.job[i].job.state == POOL_WAITING;
            done(&p);
        }
        for (uint32_t i = 0; i < 8; i++) assert_int_equal(taken[i], 1);
    }
}

/* Costs come from rows of any program and policy, by workload, size and machine. */
static void the_longest_run_starts_first(void **state)
{
    (void)state;
    sweep_plan_t p;
    plan_of(&p, BEGIN "axes: {warp: [gto, lrr]}\n");
    assert_int_equal(p.order[0], 0);
    uint32_t task[4];
    err_t err = {{0}};
    assert_true(sweep_costs_assign(&p, 1, task, &err));
    assert_true(sweep_costs_need(&p, task, 1).seconds == 0); /* nothing is known */
    write_row(&p.job[0], 100, 2);
    write_row(&p.job[2], 100, 9);
    done(&p);
    plan_of(&p, BEGIN "axes: {warp: [gto, lrr]}\n");
    assert_int_equal(p.job[0].job.state, POOL_KEPT);
    assert_int_equal(p.job[1].job.state, POOL_WAITING);
    assert_int_equal(p.order[0], 2);
    assert_int_equal(p.order[1], 3);
    assert_true(sweep_costs_assign(&p, 1, task, &err));
    const sweep_need_t need = sweep_costs_need(&p, task, 1);
    assert_true(need.seconds == 11); /* lrr: vadd 2, tran 9 */
    assert_true(need.mbytes == 40);
    done(&p);
}

/* Tasks 1 and 2 get the long run and the three short ones; each takes its own of the file, and no other's. */
static void tasks_get_runs_by_their_length(void **state)
{
    (void)state;
    sweep_plan_t p;
    err_t err = {{0}};
    uint32_t task[4];
    bool unfinished[3];
    plan_of(&p, BEGIN "axes: {warp: [gto, lrr]}\n");
    const double seconds[] = {2, 2, 7, 2};
    for (uint32_t i = 0; i < 4; i++) p.job[i].seconds = seconds[i];
    p.order[0] = 2, p.order[1] = 0, p.order[2] = 1, p.order[3] = 3;
    assert_true(sweep_costs_assign(&p, 2, task, &err));
    assert_int_equal(task[2], 1);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(task[i], i == 2 ? 1 : 2);
    assert_true(sweep_costs_need(&p, task, 2).seconds == 7);
    assert_true(sweep_costs_total(&p) == 13);
    assert_true(sweep_assign_write(&p, task, dir, &err));
    write_row(&p.job[2], 100, 1);
    sweep_plan_load(&p);
    assert_int_equal(sweep_assign_unfinished(&p, dir, unfinished, 2), 1); /* tasks with a run to do */
    assert_false(unfinished[1]);
    assert_true(unfinished[2]);
    assert_true(sweep_assign_take(&p, dir, 2, &err));
    assert_int_equal(p.job[0].job.state, POOL_WAITING);
    assert_true(sweep_assign_take(&p, dir, 1, &err));
    assert_int_equal(p.job[0].job.state, POOL_LEFT);
    done(&p);
    plan_of(&p, BEGIN "axes: {warp: [gto, lrr]}\n");
    p.job[1].key.row++; /* as on a host with other files */
    assert_false(sweep_assign_take(&p, dir, 2, &err));
    assert_non_null(strstr(err.text, "this host computes other runs"));
    done(&p);
}

/* A run that failed on another host ends the sweep as if it had failed here, and is no row. */
static void failures_of_other_hosts_are_reported(void **state)
{
    (void)state;
    sweep_plan_t p;
    err_t err = {{0}}, cause = {.text = "no reference"};
    plan_of(&p, BEGIN "axes: {warp: [gto, lrr]}\n");
    strcpy(p.job[0].result.failed, "y[3] is 7, expected 5");
    p.job[0].result.cycles = 77;
    const sweep_about_t about = {.what = "vadd", .host = "n1", .program = 7};
    assert_true(sweep_failure_save(&p.job[0], dir, &about, NULL, &err));
    assert_true(sweep_failure_save(&p.job[1], dir, NULL, &cause, &err));
    memset(&p.job[0].result, 0, sizeof p.job[0].result);
    sweep_plan_load(&p);
    assert_int_equal(p.job[0].job.state, POOL_WAITING);
    assert_true(sweep_failure_there(&p.job[1], dir));
    sweep_failure_load(&p, dir);
    assert_int_equal(p.job[0].job.state, POOL_DONE);
    assert_int_equal(p.job[0].result.cycles, 77);
    assert_string_equal(p.job[0].result.failed, "y[3] is 7, expected 5");
    assert_int_equal(p.job[1].job.state, POOL_ERROR);
    assert_string_equal(p.job[1].job.err.text, "no reference");
    const sweep_count_t n = sweep_plan_count(&p);
    assert_int_equal(n.failed, 2);
    assert_int_equal(n.left, 2);
    done(&p);
    plan_of(&p, BEGIN "axes: {warp: [gto, lrr]}\n");
    assert_int_equal(sweep_plan_count(&p).left, 4); /* the next sweep repeats them */
    done(&p);
}

static void a_changed_kernel_is_another_run(void **state)
{
    (void)state;
    err_t err = {{0}};
    sweep_key_t before, after;
    char folder[96], workload[128], kernel[128], row[RUN_PATH_BYTES + 128];
    snprintf(folder, sizeof folder, "%s/[odd]", dir);
    snprintf(workload, sizeof workload, "%s/w.yaml", folder);
    snprintf(kernel, sizeof kernel, "%s/k.ptx", folder);
    char command[512];
    snprintf(command, sizeof command, "mkdir '%s' && echo x >'%s' && echo y >'%s'", folder, workload, kernel);
    assert_int_equal(system(command), 0);
    const run_opts_t o = {.machine_path = "configs/machines/lcs28.yaml", .workload_path = {workload}};
    if (!sweep_row_path(&o, 7, dir, row, &before, &err)) fail_msg("%s", err.text);
    snprintf(command, sizeof command, "echo z >'%s'", kernel);
    assert_int_equal(system(command), 0);
    if (!sweep_row_path(&o, 7, dir, row, &after, &err)) fail_msg("%s", err.text);
    assert_true(before.inputs != after.inputs);
}

/* Every option that a column may have, with a value that gives another run. */
static void another_option_is_another_run(void **state)
{
    (void)state;
    static const char *const sample[][2] = {
        {"place", "room"}, {"limit", "lcs"},  {"gate", "claso"},    {"warp", "lrr"},  {"engine", "c"},
        {"size", "tiny"},  {"seed", "5"},     {"gap", "256"},       {"ctas", "2"},    {"task", "itile"},
        {"sos", "true"},   {"priority", "7"}, {"partition", "0-3"}, {"lend", "true"},
    };
    enum { SAMPLES = sizeof sample / sizeof sample[0] };
    const char *const workload = "configs/workloads/vadd/vadd.yaml";
    const run_opts_t plain = {.machine_path = "configs/machines/lcs28.yaml", .workload_path = {workload}};
    char row[RUN_PATH_BYTES + 128];
    err_t err = {{0}};
    sweep_key_t key, other;
    if (!sweep_row_path(&plain, 7, dir, row, &key, &err)) fail_msg("%s", err.text);
    for (uint32_t i = 0; run_option_key(i); i++) {
        run_opts_t o = plain;
        uint32_t s = 0;
        while (s < SAMPLES && strcmp(sample[s][0], run_option_key(i)) != 0) s++;
        if (s == SAMPLES) fail_msg("%s has no sample", run_option_key(i));
        if (!run_option_set(&o, sample[s][0], sample[s][1], "test", &err) ||
            !sweep_row_path(&o, 7, dir, row, &other, &err))
            fail_msg("%s", err.text);
        if (other.inputs == key.inputs) fail_msg("%s %s shares a row with its default", sample[s][0], sample[s][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equal_runs_have_one_row, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_workload_of_a_mix_runs_alone_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shards_divide_the_runs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_longest_run_starts_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tasks_get_runs_by_their_length, set_up, tear_down),
        cmocka_unit_test_setup_teardown(failures_of_other_hosts_are_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_changed_kernel_is_another_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_option_is_another_run, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
