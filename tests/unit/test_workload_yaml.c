/* The workload file: what a good one gives, and that every mistake names its line and remedy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "workload/wl.h"

enum { LINES = 12 };

static const char *const good[LINES] = {
    "name: t",
    "title: a test",
    "ptx: t.ptx",
    "sizes: {tiny: {n: 100}, small: {n: 200}}",
    "let: {ctas: \"ceil(n, 32)\"}",
    "buffers:",
    "  a: {type: f32, count: n, init: [uniform, 2, 3]}",
    "  b: {type: u32, count: 400}",
    "launches:",
    "  - {entry: k, grid: [ctas], block: [32], registers: 8, args: [a, b, n, 1.5]}",
    "outputs:",
    "  b: {npy: zeros.npy}",
};

static const char kernel[] = ".version 6.3\n.target sm_75\n.address_size 64\n"
                             ".visible .entry k(.param .u64 k_a, .param .u64 k_b, .param .u32 k_n,\n"
                             "    .param .f32 k_f)\n{\n    ret;\n}\n"
                             ".visible .entry none()\n{\n    ret;\n}\n"
                             ".visible .entry pairs() .reqnctapercluster 2\n{\n    ret;\n}\n";

static char dir[64], yaml_path[80];

static void write_file(const char *name, const char *text)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

/* Elements of 4 bytes; blanks align the data to 64 bytes. */
static void write_npy(const char *name, const char *descr, const void *data, uint32_t count)
{
    char path[96], header[119];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (%u,), }", descr, count);
    FILE *file = fopen(path, "wb");
    fprintf(file, "\x93NUMPY%c%c%c%c%-117s\n", 1, 0, 118, 0, header);
    fwrite(data, 4, count, file);
    fclose(file);
}

/* The good file with line `line` (from 1) replaced; 0: as it is. */
static workload_t *load_with(unsigned line, const char *text, const char *size, err_t *err)
{
    FILE *file = fopen(yaml_path, "w");
    for (unsigned i = 0; i < LINES; i++) fprintf(file, "%s\n", i + 1 == line ? text : good[i]);
    fclose(file);
    return workload_load(yaml_path, size, &(sm_cfg_t){.warp_lanes = 32}, 1, err);
}

static workload_t *load_ok(unsigned line, const char *text, const char *size)
{
    err_t err = {""};
    workload_t *w = load_with(line, text, size, &err);
    if (!w) fail_msg("%s", err.text);
    return w;
}

static void a_good_file_gives_what_it_says(void **state)
{
    workload_t *w = load_ok(0, NULL, "tiny");
    (void)state;
    assert_string_equal(workload_name(w), "t");
    assert_string_equal(w->title, "a test");
    assert_int_equal(workload_launches(w), 1);
    assert_int_equal(w->launches[0].grid[0], 4);
    assert_int_equal(w->launches[0].grid[2], 1);
    assert_int_equal(w->launches[0].block[0], 32);
    assert_int_equal(wl_buffer(w, "a")->count, 100);
    uint64_t address;
    int32_t n;
    float f;
    memcpy(&address, w->launches[0].params + 8, sizeof address);
    memcpy(&n, w->launches[0].params + 16, sizeof n);
    memcpy(&f, w->launches[0].params + 20, sizeof f);
    assert_true(address == wl_buffer(w, "b")->addr);
    assert_int_equal(n, 100);
    assert_true(f == 1.5f);
    const float *a = gmem_host(w->gmem, wl_buffer(w, "a")->addr);
    for (int i = 0; i < 100; i++) assert_true(a[i] >= 2 && a[i] < 3);
    workload_destroy(w);
}

/* Of a launch that says nothing, the kernel says how many CTAs its clusters have. */
static void a_launch_may_have_clusters(void **state)
{
    static const char *const TEXTS[] = {
        "  - {entry: k, grid: [8, 4], block: [32], cluster: [2, \"n / 50\"], registers: 8, args: [a, b, n, 1]}",
        "  - {entry: pairs, grid: [8, 4], block: [32], registers: 8}"};
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        workload_t *w = load_ok(10, TEXTS[i], "tiny");
        err_t err;
        const kernel_launch_t *launch = workload_launch(w, 0, &err);
        assert_non_null(launch);
        assert_int_equal(launch->cluster[0], 2);
        assert_int_equal(launch->cluster[1], i ? 1 : 2);
        assert_int_equal(launch->cluster[2], 1);
        workload_release(w, launch);
        workload_destroy(w);
    }
}

static void the_default_size_is_small_or_the_first(void **state)
{
    workload_t *w = load_ok(0, NULL, NULL);
    (void)state;
    assert_int_equal(wl_buffer(w, "a")->count, 200);
    workload_destroy(w);
    w = load_ok(4, "sizes: {one: {n: 300}, two: {n: 400}}", NULL);
    assert_int_equal(wl_buffer(w, "a")->count, 300);
    workload_destroy(w);
}

static void contents_depend_on_seed_and_name_only(void **state)
{
    err_t err = {""};
    workload_t *w = load_ok(8, "  b: {type: u32, count: 400}\n  c: {type: s8, count: 1000, init: [ints, -2, 2]}", NULL);
    (void)state;
    float first = *(const float *)gmem_host(w->gmem, wl_buffer(w, "a")->addr);
    const int8_t *c = gmem_host(w->gmem, wl_buffer(w, "c")->addr);
    int seen[5] = {0};
    for (int i = 0; i < 1000; i++) seen[c[i] + 2]++;
    for (int v = 0; v < 5; v++) assert_true(seen[v] > 100);
    workload_destroy(w);
    w = load_ok(8, "  b: {type: u32, count: 400, init: iota}", NULL);
    assert_true(first == *(const float *)gmem_host(w->gmem, wl_buffer(w, "a")->addr));
    assert_int_equal(((const uint32_t *)gmem_host(w->gmem, wl_buffer(w, "b")->addr))[8], 8);
    workload_destroy(w);
    w = workload_load(yaml_path, NULL, &(sm_cfg_t){.warp_lanes = 32}, 2, &err);
    assert_true(first != *(const float *)gmem_host(w->gmem, wl_buffer(w, "a")->addr));
    workload_destroy(w);
}

static void loops_are_unrolled(void **state)
{
    static const char loop[] = "  - repeat: {var: i, from: 4, to: 0, step: -2}\n"
                               "    do:\n"
                               "      - repeat: {var: j, to: i - 1}\n"
                               "        do:\n"
                               "          - entry: k\n"
                               "            grid: [i + 1, j + 1, 2]\n"
                               "            block: [8, 4]\n"
                               "            registers: 8\n"
                               "            dynamic_smem_bytes: 64 * i\n"
                               "            2d: false\n"
                               "            args: [{pick: [a, b], by: j}, {buffer: b, at: j * 3}, -1, i]\n"
                               "  - {entry: none, grid: [1], block: [1], registers: 1}";
    workload_t *w = load_ok(10, loop, NULL);
    uint64_t a = wl_buffer(w, "a")->addr, b = wl_buffer(w, "b")->addr, address[2];
    float f;
    (void)state;
    assert_int_equal(workload_launches(w), 3 + 1 + 1);
    assert_int_equal(w->launches[2].grid[0], 5);
    assert_int_equal(w->launches[2].grid[1], 3);
    assert_int_equal(w->launches[2].dyn_smem_bytes, 256);
    assert_int_equal(w->launches[2].is_2d, 0);
    assert_int_equal(w->launches[3].grid[0], 3);
    memcpy(address, w->launches[1].params, sizeof address);
    memcpy(&f, w->launches[1].params + 20, sizeof f);
    assert_true(address[0] == b && address[1] == b + 12 && f == 4.0f);
    memcpy(address, w->launches[2].params, sizeof address);
    assert_true(address[0] == a && address[1] == b + 24);
    workload_destroy(w);
}

static void a_run_without_outputs_is_unchecked(void **state)
{
    err_t err = {""};
    workload_t *w = load_ok(0, NULL, NULL);
    (void)state;
    assert_int_equal(workload_check(w, &err), WORKLOAD_PASS); /* nothing ran: b is still zeros */
    workload_destroy(w);
    w = load_ok(12, "  {}", NULL);
    assert_int_equal(workload_check(w, &err), WORKLOAD_UNCHECKED);
    workload_destroy(w);
}

static void an_npy_file_fills_a_buffer(void **state)
{
    float values[200];
    (void)state;
    for (int i = 0; i < 200; i++) values[i] = (float)i / 8;
    write_npy("a.npy", "<f4", values, 200);
    workload_t *w = load_ok(7, "  a: {type: f32, count: n, init: a.npy}", NULL);
    assert_memory_equal(gmem_host(w->gmem, wl_buffer(w, "a")->addr), values, sizeof values);
    workload_destroy(w);
}

static void a_difference_names_buffer_index_and_values(void **state)
{
    err_t err = {""};
    workload_t *w = load_ok(12, "  b: {npy: zeros.npy, abs: 2}", NULL);
    uint32_t *b = gmem_host(w->gmem, wl_buffer(w, "b")->addr);
    (void)state;
    b[3] = 2;
    assert_int_equal(workload_check(w, &err), WORKLOAD_PASS);
    b[17] = 3;
    b[20] = 4;
    assert_int_equal(workload_check(w, &err), WORKLOAD_FAIL);
    if (!strstr(err.text, "t.yaml:12: buffer 'b', index 17: found 3, expected 0 (tolerance abs 2, "
                          "rel 0); 2 of 400 elements are wrong"))
        fail_msg("%s", err.text);
    workload_destroy(w);
}

#include "workload_mistakes.h"

static void mistakes_are_explained(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof mistakes / sizeof mistakes[0]; k++) {
        char place[96];
        err_t err = {""};
        workload_t *w = load_with(mistakes[k].line, mistakes[k].text, NULL, &err);
        unsigned at = mistakes[k].at ? mistakes[k].at : mistakes[k].line;
        snprintf(place, sizeof place, "%s:%u: ", yaml_path, at);
        if (w || strncmp(err.text, place, strlen(place)) != 0 || !strstr(err.text, mistakes[k].message))
            fail_msg("%s\n  found    %s\n  expected %s%s", mistakes[k].text, err.text, place, mistakes[k].message);
    }
}

static void missing_things_are_named(void **state)
{
    err_t err = {""}, size = {""}, ptx = {""}, empty = {""};
    (void)state;
    assert_null(load_with(3, "ptx: bad.ptx", NULL, &ptx));
    if (!strstr(ptx.text, "/bad.ptx:5: expected '}'")) fail_msg("%s", ptx.text);
    assert_null(workload_load("/nonexistent/t.yaml", NULL, &(sm_cfg_t){.warp_lanes = 32}, 1, &err));
    assert_non_null(strstr(err.text, "/nonexistent/t.yaml: cannot be read"));
    assert_null(load_with(0, NULL, "smal", &size));
    if (!strstr(size.text, "t.yaml:4: there is no size 'smal'; did you mean small? allowed: tiny, "
                           "small"))
        fail_msg("%s", size.text);
    write_file("t.yaml", "");
    assert_null(workload_load(yaml_path, NULL, &(sm_cfg_t){.warp_lanes = 32}, 1, &empty));
    assert_non_null(strstr(empty.text, "t.yaml: the file is empty"));
}

static int set_up(void **state)
{
    static const uint32_t zeros[400];
    (void)state;
    strcpy(dir, "/tmp/test_workload_XXXXXX");
    if (!mkdtemp(dir)) return -1;
    snprintf(yaml_path, sizeof yaml_path, "%s/t.yaml", dir);
    write_file("t.ptx", kernel);
    write_file("bad.ptx", ".version 6.3\n.target sm_75\n.address_size 64\n.entry k( {\n");
    write_npy("zeros.npy", "<u4", zeros, 400);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"t.yaml", "t.ptx", "bad.ptx", "zeros.npy", "a.npy"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        unlink(path);
    }
    return rmdir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_file_gives_what_it_says),
        cmocka_unit_test(a_launch_may_have_clusters),
        cmocka_unit_test(the_default_size_is_small_or_the_first),
        cmocka_unit_test(contents_depend_on_seed_and_name_only),
        cmocka_unit_test(loops_are_unrolled),
        cmocka_unit_test(a_run_without_outputs_is_unchecked),
        cmocka_unit_test(an_npy_file_fills_a_buffer),
        cmocka_unit_test(a_difference_names_buffer_index_and_values),
        cmocka_unit_test(mistakes_are_explained),
        cmocka_unit_test(missing_things_are_named),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
