/* test_sweep_experiment.c - an experiment's file: columns, the table, means, figures; rows kept and read back. */
#include "experiment/sweep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[64];

static const char *file_of(const char *text)
{
    strcpy(path, "/tmp/test_tb.XXXXXX.yaml");
    const int fd = mkstemps(path, 5);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    return path;
}

#define BEGIN "machine: lcs28\nworkloads: [vadd, tran]\n"

static void read_ok(sweep_experiment_t *e, const char *text)
{
    err_t err = {{0}};
    if (!sweep_experiment_read(e, file_of(text), &err)) fail_msg("%s", err.text);
}

static void done(sweep_experiment_t *e)
{
    sweep_experiment_free(e);
    unlink(path);
}

/* Gap by gap, workload by workload, the cycles of each column; thread instructions: 1000. */
static sweep_job_t *jobs_of(const sweep_experiment_t *e, const uint64_t *cycles)
{
    const uint32_t cells = sweep_cells(e), count = cells * e->gaps;
    sweep_job_t *j = sweep_jobs_create(count);
    for (uint32_t i = 0; i < count; i++) {
        j[i].job.state = POOL_KEPT;
        j[i].column = i % e->columns;
        j[i].gap = i / cells;
        j[i].result = (run_result_t){
            .cycles = cycles[i], .sm_thread_insts = 1000, .workloads = 1, .gap_bytes = e->gap_bytes[i / cells]};
        snprintf(j[i].result.workload, sizeof j[i].result.workload, "%s", e->workloads.word[i % cells / e->columns]);
    }
    return j;
}

static void assert_table(const sweep_experiment_t *e, const sweep_job_t *jobs, const char *expected)
{
    char text[600] = "";
    ui_table_t *t = sweep_table(e, jobs);
    FILE *f = fmemopen(text, sizeof text, "w");
    ui_table_print(t, f, false);
    fclose(f);
    assert_string_equal(text, expected);
    ui_table_destroy(t);
}

static void columns_of_axes_and_of_points(void **state)
{
    (void)state;
    sweep_experiment_t e;
    read_ok(&e, BEGIN "axes: {warp: [gto, lrr], limit: [tmax, lcs]}\n");
    assert_int_equal(e.columns, 4);
    assert_int_equal(sweep_column(&e, "lrr tmax"), 2);
    assert_int_equal(sweep_column(&e, "tl tmax"), 4);
    done(&e);
    read_ok(&e, BEGIN "base: {warp: lrr}\npoints:\n  plain: {}\n  four: {ctas: 4, warp: gto}\n");
    const sweep_job_t j = {.column = sweep_column(&e, "four")};
    run_opts_t o;
    char head[RUN_HEAD_BYTES];
    err_t err = {{0}};
    assert_true(sweep_experiment_options(&e, &j, &o, head, &err));
    assert_int_equal(o.ctas, 4);
    assert_string_equal(o.warp, "gto");
    done(&e);
}

static void relative_to_the_first_column_with_its_mean(void **state)
{
    (void)state;
    sweep_experiment_t e;
    read_ok(&e, BEGIN "axes: {warp: [gto, lrr]}\nnormalise: first\n");
    sweep_job_t *j = jobs_of(&e, (const uint64_t[]){100, 50, 100, 200}); /* twice and half as fast */
    assert_table(&e, j,
                 "workload    gto    lrr\n"
                 "vadd      1.000  2.000\n"
                 "tran      1.000  0.500\n"
                 "geo-mean  1.000  1.000\n");
    sweep_jobs_destroy(j, 4);
    done(&e);
}

/* vadd: twice, four times and half as fast as under gto; tran: as fast, half as fast, twice. */
static void the_median_over_the_gaps(void **state)
{
    (void)state;
    sweep_experiment_t e;
    err_t err = {{0}};
    char csv[] = "/tmp/test_gaps.XXXXXX";
    close(mkstemp(csv));
    read_ok(&e, BEGIN "gaps: [0, 2048, 512]\naxes: {warp: [gto, lrr]}\nnormalise: first\n"
                      "figures: {F: {series: [lrr], normalise: gto}}\n");
    assert_int_equal(e.gaps, 3);
    const sweep_job_t at = {.gap = 1};
    run_opts_t o;
    char head[RUN_HEAD_BYTES];
    assert_true(sweep_experiment_options(&e, &at, &o, head, &err));
    assert_int_equal(o.gap_bytes, 2048);
    sweep_job_t *j = jobs_of(&e, (const uint64_t[]){100, 50, 100, 100, 100, 25, 100, 200, 100, 200, 100, 50}), *back;
    assert_table(&e, j,
                 "workload    gto    lrr\n"
                 "vadd      1.000  2.000\n"
                 "tran      1.000  1.000\n"
                 "geo-mean  1.000  1.414\n");
    assert_true(sweep_row_csv(&e, j, 12, csv, &err));
    assert_non_null(back = sweep_row_csv_read(&e, csv, &err));
    assert_int_equal(e.gaps, 3);
    assert_int_equal(e.gap_bytes[2], 512);
    assert_int_equal(back[5].result.cycles, 25);
    sweep_jobs_destroy(j, 12);
    sweep_jobs_destroy(back, 12);
    unlink(csv);
    done(&e);
}

static void runs_go_out_and_in(void **state)
{
    (void)state;
    sweep_experiment_t e;
    err_t err = {{0}};
    char csv[] = "/tmp/test_runs.XXXXXX";
    const int fd = mkstemp(csv);
    close(fd);
    read_ok(&e, BEGIN "axes: {warp: [gto, lrr]}\n");
    sweep_job_t *j = jobs_of(&e, (const uint64_t[]){100, 50, 100, 200}), *back;
    j[3].result.throughput = 1.0 / 3.0;
    strcpy(j[1].result.failed, "a law is broken"); /* such a run is not written */
    assert_true(sweep_row_csv(&e, j, 4, csv, &err));
    assert_non_null(back = sweep_row_csv_read(&e, csv, &err));
    assert_int_equal(back[0].job.state, POOL_KEPT);
    assert_int_equal(back[1].job.state, POOL_ERROR);
    assert_int_equal(back[3].result.cycles, 200);
    assert_memory_equal(&back[3].result.throughput, &j[3].result.throughput, sizeof(double));
    sweep_jobs_destroy(j, 4);
    sweep_jobs_destroy(back, 4);
    unlink(csv);
    done(&e);
}

static void one_row_goes_out_and_in(void **state)
{
    (void)state;
    char row[] = "/tmp/test_row.XXXXXX";
    run_result_t out = {.cycles = UINT64_MAX / 2, .dram_gbps = 0.1, .sms = 28}, in;
    err_t err = {{0}};
    close(mkstemp(row));
    strcpy(out.label, "rr/tmax");
    out.part[4].cycles = 77;
    const sweep_about_t about = {.what = "vadd@tiny on lcs28",
                                 .host = "n1",
                                 .program = UINT64_MAX,
                                 .inputs = 7,
                                 .finished = 1800000000,
                                 .seconds = 0.25,
                                 .mbytes = 17};
    sweep_about_t again;
    assert_true(sweep_row_save(row, &out, &about, &err));
    assert_true(sweep_row_load(row, &in));
    assert_memory_equal(&in, &out, sizeof in);
    assert_true(sweep_row_about(row, &in, &again));
    assert_memory_equal(&again, &about, sizeof again);
    FILE *f = fopen(row, "w");
    fputs("{\"cycles\": 1}\n", f);
    fclose(f);
    assert_false(sweep_row_load(row, &in)); /* no row of ours */
    unlink(row);
    assert_false(sweep_row_load(row, &in));
}

static void mistakes_name_the_line(void **state)
{
    (void)state;
    static const char *const row[][2] = {
        {"machine: lcs28\n", ": machine, workloads, and axes or points are needed; missing: workloads"},
        {BEGIN "axes: {warp: [gto]}\nmetric: l1_mis\n", ":4: metric: unknown word 'l1_mis'; did you mean l1_miss?"},
        {BEGIN "axes: {warp: [gtp]}\n", ":3: warp: unknown word 'gtp'; did you mean gto?"},
        {BEGIN "axes: {warp: [gto]}\nfigures: {F: {series: [lrr]}}\n", ": F: 'lrr' is no column of this experiment"},
        {BEGIN "axes: {warp: [gto]}\ntypes: true\n", ": types: true needs ctas as the only axis"},
        {BEGIN "gaps: [0, 100]\naxes: {warp: [gto]}\n", ":3: gaps: found '100'; allowed: a multiple of 256 from 0 to"},
        {BEGIN "gaps: [256, 256]\naxes: {warp: [gto]}\n", ":3: gaps: found 256 twice; allowed: gaps that differ"},
        {BEGIN "points: {a: {}}\nnormalise: best\n", ":4: normalise: unknown word 'best'"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        sweep_experiment_t e;
        err_t err = {{0}};
        assert_false(sweep_experiment_read(&e, file_of(row[i][0]), &err));
        done(&e);
        if (!strstr(err.text, row[i][1])) fail_msg("found '%s', expected '%s'", err.text, row[i][1]);
    }
}

static void stems(void **state)
{
    (void)state;
    char stem[64];
    sweep_stem("my/vadd.yaml+hot", stem);
    assert_string_equal(stem, "vadd+hot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_of_axes_and_of_points),
        cmocka_unit_test(relative_to_the_first_column_with_its_mean),
        cmocka_unit_test(the_median_over_the_gaps),
        cmocka_unit_test(runs_go_out_and_in),
        cmocka_unit_test(one_row_goes_out_and_in),
        cmocka_unit_test(mistakes_name_the_line),
        cmocka_unit_test(stems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
