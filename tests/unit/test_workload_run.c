/* Every built-in workload, executed without timing at size tiny and compared with its reference;
 * and references that are wrong, which must be noticed. Runs in the repository's root. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "workload/wl.h"

enum { MAX_INSTS_PER_CTA = 10 * 1000 * 1000, TINY_INSTS_MAX = 60 * 1000, TINY_CTAS_MIN = 12 };

static workload_t *load(const char *name, const char *size, uint32_t lanes)
{
    char path[128];
    err_t err = {""};
    snprintf(path, sizeof path, "configs/workloads/%s/%s.yaml", name, name);
    workload_t *w = workload_load(path, size, &(sm_cfg_t){.warp_lanes = lanes}, 1, &err);
    if (!w) fail_msg("%s", err.text);
    return w;
}

typedef struct {
    uint64_t insts, ctas_most; /* of all launches; of the largest */
} work_t;

static work_t run(workload_t *w)
{
    work_t work = {0, 0};
    for (uint32_t i = 0; i < workload_launches(w); i++) {
        err_t err = {""};
        uint64_t insts = 0;
        const kernel_launch_t *launch = workload_launch(w, i, &err);
        if (!launch || !ptx_run_functional(launch, MAX_INSTS_PER_CTA, &insts, &err)) fail_msg("%s", err.text);
        uint64_t ctas = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
        work.insts += insts;
        if (ctas > work.ctas_most) work.ctas_most = ctas;
        workload_release(w, launch);
    }
    return work;
}

static void run_all_at(uint32_t lanes)
{
    for (uint32_t i = 0; workload_refs[i]; i++) {
        err_t err = {""};
        workload_t *w = load(workload_refs[i]->name, "tiny", lanes);
        work_t work = run(w);
        if (workload_check(w, &err) != WORKLOAD_PASS) fail_msg("%s at %u lanes: %s", workload_name(w), lanes, err.text);
        if (lanes == 32 && (work.insts > TINY_INSTS_MAX || work.ctas_most < TINY_CTAS_MIN))
            fail_msg("%s: %llu warp instructions, %llu CTAs: not tiny", workload_name(w),
                     (unsigned long long)work.insts, (unsigned long long)work.ctas_most);
        workload_destroy(w);
    }
}

static void all_pass_at_32_lanes(void **state)
{
    (void)state;
    run_all_at(32);
}

static void all_pass_at_16_lanes(void **state)
{
    (void)state;
    run_all_at(16);
}

static void all_pass_at_8_lanes(void **state)
{
    (void)state;
    run_all_at(8);
}

/* CTAs and threads of Table 2 of SMK, and of those of LCS's that it mixes. */
static const struct {
    const char *name, *size;
    uint32_t ctas, threads;
} table2[] = {{"bp", "smk", 4096, 256},     {"hot", "paper", 1849, 256},  {"sad", "paper", 1584, 61},
              {"srd", "paper", 450, 512},   {"spm", "paper", 374, 192},   {"blks", "paper", 480, 128},
              {"lbm", "paper", 18000, 120}, {"esp", "paper", 970, 256},   {"mum", "paper", 196, 256},
              {"ray", "paper", 8192, 128},  {"cp", "paper", 1024, 128},   {"lps", "paper", 2048, 128},
              {"mmul", "paper", 864, 256},  {"vadd", "paper", 8182, 256}, {"blk", "paper", 8192, 128},
              {"madd", "paper", 1024, 256}, {"kmn", "paper", 1936, 256},  {"srad", "paper", 16384, 256}};
enum { TABLE2_ROWS = sizeof table2 / sizeof table2[0] };

/* Its first launch against the row of the table, if there is one. 1: there is. */
static uint32_t look_up(workload_t *w, const char *size)
{
    for (uint32_t i = 0; i < TABLE2_ROWS; i++) {
        if (strcmp(workload_name(w), table2[i].name) != 0 || strcmp(size, table2[i].size) != 0) continue;
        err_t err = {""};
        const kernel_launch_t *l = workload_launch(w, 0, &err);
        if (!l) fail_msg("%s", err.text);
        if (l->grid[0] * l->grid[1] * l->grid[2] != table2[i].ctas ||
            l->block[0] * l->block[1] * l->block[2] != table2[i].threads)
            fail_msg("%s at %s: %u x %u x %u CTAs of %u x %u x %u", table2[i].name, size, l->grid[0], l->grid[1],
                     l->grid[2], l->block[0], l->block[1], l->block[2]);
        workload_release(w, l);
        return 1;
    }
    return 0;
}

static uint32_t loads(const char *name, const char *size)
{
    workload_t *w = load(name, size, 32);
    assert_string_equal(workload_name(w), name);
    uint32_t found = look_up(w, size);
    workload_destroy(w);
    return found;
}

static void all_sizes_load_as_the_papers_launch(void **state)
{
    uint32_t found = loads("bp", "smk");
    (void)state;
    for (uint32_t i = 0; workload_refs[i]; i++)
        found += loads(workload_refs[i]->name, "small") + loads(workload_refs[i]->name, "paper");
    assert_int_equal(found, TABLE2_ROWS);
}

static void nothing_run_fails(void **state)
{
    (void)state;
    for (uint32_t i = 0; workload_refs[i]; i++) {
        err_t err = {""};
        workload_t *w = load(workload_refs[i]->name, "tiny", 32);
        assert_int_equal(workload_check(w, &err), WORKLOAD_FAIL);
        workload_destroy(w);
    }
}

static void sum_with_one_mistake(workload_ref_ctx_t *ctx)
{
    wl_reference("vadd")->expect(ctx);
    int64_t n = workload_ref_param(ctx, "n", 2, WORKLOAD_REF_MAX);
    float *c = workload_ref_buf(ctx, "c", ELEM_F32, n);
    c[n - 2] += 1;
}

static void a_wrong_reference_is_noticed(void **state)
{
    static const workload_ref_t wrong = {.name = "vadd", .expect = sum_with_one_mistake};
    err_t err = {""};
    char place[64];
    (void)state;
    workload_t *w = load("vadd", "tiny", 32);
    run(w);
    w->ref = &wrong;
    assert_int_equal(workload_check(w, &err), WORKLOAD_FAIL);
    snprintf(place, sizeof place, "buffer 'c', index %llu: found ", (unsigned long long)wl_buffer(w, "c")->count - 2);
    if (!strstr(err.text, place) || !strstr(err.text, "; 1 of 12003 elements are wrong")) fail_msg("%s", err.text);
    workload_destroy(w);
}

static void lacks_a_parameter(workload_ref_ctx_t *ctx) { workload_ref_param(ctx, "m", 0, 1); }
static void small_parameter(workload_ref_ctx_t *ctx) { workload_ref_param(ctx, "n", 5, 12002); }
static void lacks_a_buffer(workload_ref_ctx_t *ctx) { workload_ref_buf(ctx, "d", ELEM_F32, 1); }
static void large_buffer(workload_ref_ctx_t *ctx) { workload_ref_buf(ctx, "a", ELEM_F32, 12004); }
static void other_type(workload_ref_ctx_t *ctx) { workload_ref_buf(ctx, "a", ELEM_F64, 12003); }
static void much_memory(workload_ref_ctx_t *ctx)
{
    const uint32_t *some = workload_ref_room(ctx, 3, sizeof *some);
    assert_int_equal(some[0] | some[1] | some[2], 0);
    workload_ref_room(ctx, INT64_MAX, 8);
}
static void own_buffer(workload_ref_ctx_t *ctx) { workload_ref_own(ctx, "a", ELEM_F32, 12003); }

static void a_foreign_reference_is_an_error(void **state)
{
    static const struct {
        workload_ref_t ref;
        const char *says;
    } rows[] = {
        {{.expect = lacks_a_parameter}, "size parameter 'm'; it must be there"},
        {{.expect = small_parameter}, "size parameter 'n' from 5 to 12002; it is 12003"},
        {{.expect = lacks_a_buffer}, "buffer 'd'; it must be there"},
        {{.expect = large_buffer}, "buffer 'a' of 12004 elements of f32; it has 12003 of f32"},
        {{.expect = other_type}, "buffer 'a' of 12003 elements of f64; it has 12003 of f32"},
        {{.expect = much_memory}, "memory of 9223372036854775807 elements of 8 bytes; there is less"},
        {{.expect = own_buffer}, "buffer 'a' with init: c"},
    };
    workload_t *w = load("vadd", "tiny", 32);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        err_t err = {""};
        w->ref = &rows[i].ref;
        assert_int_equal(workload_check(w, &err), WORKLOAD_FAIL);
        if (!strstr(err.text, "vadd.yaml: the C reference 'vadd' asks for the ") || !strstr(err.text, rows[i].says))
            fail_msg("'%s'; wanted: %s", err.text, rows[i].says);
    }
    workload_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pass_at_32_lanes),
        cmocka_unit_test(all_pass_at_16_lanes),
        cmocka_unit_test(all_pass_at_8_lanes),
        cmocka_unit_test(all_sizes_load_as_the_papers_launch),
        cmocka_unit_test(nothing_run_fails),
        cmocka_unit_test(a_wrong_reference_is_noticed),
        cmocka_unit_test(a_foreign_reference_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
