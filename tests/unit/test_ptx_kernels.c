/* Whole kernels as clang compiles them (data/kernels.cu), against the same computation in C.
 * With the argument "bench" it prints the speed of functional execution instead. */
#include "ptx_fixture.h"

#include <stdlib.h>
#include <time.h>

enum { N = 256, ITEMS = N * N };

typedef struct {
    ptx_module_t *m;
    gmem_t *gmem;
    uint64_t addr[3];
    void *host[3];
    err_t err;
} bed_t;

static void bed_open(bed_t *b)
{
    char path[512];
    *b = (bed_t){.gmem = gmem_create(8 << 20)};
    snprintf(path, sizeof path, "%.*sdata/kernels.ptx", (int)(strrchr(__FILE__, '/') + 1 - __FILE__), __FILE__);
    b->m = ptx_parse_file(path, false, &b->err);
    if (!b->m) fail_msg("%s", b->err.text);
    for (uint32_t i = 0; i < 3; i++) {
        b->addr[i] = gmem_alloc(b->gmem, i == 0 ? "a" : i == 1 ? "b" : "c", 4 * ITEMS, &b->err);
        b->host[i] = gmem_host(b->gmem, b->addr[i]);
    }
}

static void bed_close(bed_t *b)
{
    ptx_module_destroy(b->m);
    gmem_destroy(b->gmem);
}

/* Warp instructions executed. */
static uint64_t go(bed_t *b, const char *entry, ptx_launch_cfg_t cfg, uint32_t lanes, const void *args)
{
    kernel_launch_t l;
    uint64_t insts = 0;
    const ptx_kernel_t *k = ptx_kernel(b->m, entry, &b->err);
    cfg.warp_lanes = lanes;
    cfg.params = args;
    cfg.gmem = b->gmem;
    if (!k || !ptx_launch_create(k, &cfg, &l, &b->err) || !ptx_run_functional(&l, 1u << 30, &insts, &b->err))
        fail_msg("%s", b->err.text);
    ptx_launch_destroy(&l);
    return insts;
}

typedef struct {
    uint64_t a, b, c;
    int32_t n;
} args3_t;

static const ptx_launch_cfg_t LINE = {.grid = {ITEMS / 256, 1, 1}, .block = {256, 1, 1}};
static const ptx_launch_cfg_t TILES = {.grid = {N / 16, N / 16, 1}, .block = {16, 16, 1}};

static void fill_floats(bed_t *b)
{
    for (uint32_t i = 0; i < ITEMS; i++) {
        ((float *)b->host[0])[i] = (float)(i % 17) * 0.5f - 3;
        ((float *)b->host[1])[i] = (float)(i % 13) * 0.25f;
    }
}

static void fill_numbers(bed_t *b)
{
    for (uint32_t i = 0; i < ITEMS; i++) ((uint32_t *)b->host[0])[i] = (i * UINT32_C(2654435761) >> 12) | 1;
}

static void vadd_adds(void **state)
{
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        bed_t b;
        bed_open(&b);
        fill_floats(&b);
        const args3_t args = {b.addr[0], b.addr[1], b.addr[2], ITEMS - 77};
        go(&b, "vadd", LINE, lanes, &args);
        const float *x = b.host[0], *y = b.host[1], *z = b.host[2];
        for (uint32_t i = 0; i < ITEMS; i++) assert_true(z[i] == (i < ITEMS - 77 ? x[i] + y[i] : 0));
        bed_close(&b);
    }
}

static void mmul_multiplies(void **state)
{
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 4) {
        bed_t b;
        bed_open(&b);
        fill_floats(&b);
        const args3_t args = {b.addr[0], b.addr[1], b.addr[2], N};
        go(&b, "mmul", TILES, lanes, &args);
        const float *x = b.host[0], *y = b.host[1], *z = b.host[2];
        for (uint32_t i = 0; i < ITEMS; i += 97) {
            float sum = 0;
            for (uint32_t k = 0; k < N; k++) sum = __builtin_fmaf(x[i / N * N + k], y[k * N + i % N], sum);
            assert_true(z[i] == sum);
        }
        bed_close(&b);
    }
}

static void collatz_counts(void **state)
{
    bed_t b;
    (void)state;
    bed_open(&b);
    fill_numbers(&b);
    const struct {
        uint64_t in, out;
        int32_t n;
    } args = {b.addr[0], b.addr[2], ITEMS - 5};
    go(&b, "collatz", LINE, 32, &args);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t x = ((uint32_t *)b.host[0])[i], steps = 0;
        for (; x != 1 && steps < 200; steps++) x = x & 1 ? 3 * x + 1 : x >> 1;
        assert_int_equal(((uint32_t *)b.host[2])[i], i < ITEMS - 5 ? steps : 0);
    }
    bed_close(&b);
}

static void mixed_uses_every_space(void **state)
{
    bed_t b;
    struct {
        uint64_t out;
        int32_t base;
        float scale[3];
        double d;
        uint64_t in;
        int32_t k;
    } args = {.base = 11, .scale = {2, 4, 8}, .d = 0.75, .k = 3};
    (void)state;
    bed_open(&b);
    int8_t *in = b.host[1];
    for (int32_t i = 0; i < 8; i++) in[i] = (int8_t)(5 - 3 * i);
    args.out = b.addr[0];
    args.in = b.addr[1];
    go(&b, "mixed", (ptx_launch_cfg_t){.grid = {1, 1, 1}, .block = {40, 1, 1}}, 32, &args);
    for (uint32_t t = 0; t < 40; t++) {
        float part[8], sum = 0;
        for (uint32_t i = 0; i < 8; i++) part[i] = (float)in[i] * (float)((i & 3) + 1);
        part[3] = 7;
        for (uint32_t i = 0; i < 8; i++) sum += part[(i + 3 + t) & 7] * (float)(i + 1);
        assert_true(((float *)b.host[0])[t] == sum / 4 + 11 + 1.5f + 5);
    }
    bed_close(&b);
}

static void speed(bed_t *b, const char *entry, ptx_launch_cfg_t cfg, const void *args)
{
    uint64_t insts = 0;
    const clock_t start = clock();
    while (clock() - start < CLOCKS_PER_SEC / 2) insts += go(b, entry, cfg, 32, args);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%-8s %6.1f M warp instructions/s\n", entry, (double)insts / seconds / 1e6);
}

static void bench(void)
{
    bed_t b;
    bed_open(&b);
    fill_floats(&b);
    const args3_t add = {b.addr[0], b.addr[1], b.addr[2], ITEMS}, mul = {b.addr[0], b.addr[1], b.addr[2], N};
    speed(&b, "vadd", LINE, &add);
    speed(&b, "mmul", TILES, &mul);
    fill_numbers(&b);
    const struct {
        uint64_t in, out;
        int32_t n;
    } args = {b.addr[0], b.addr[2], ITEMS};
    speed(&b, "collatz", LINE, &args);
    bed_close(&b);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vadd_adds),
        cmocka_unit_test(mmul_multiplies),
        cmocka_unit_test(collatz_counts),
        cmocka_unit_test(mixed_uses_every_space),
    };
    if (argc > 1 && strcmp(argv[1], "bench") == 0) {
        bench();
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
