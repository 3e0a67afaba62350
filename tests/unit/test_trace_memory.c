/* A trace many times larger needs no more memory, neither when its compact form is written nor when it runs from it. */
#include "trace_pack_rig.h"

#include <sys/resource.h>
#include <sys/wait.h>

enum { LARGER = 160, INSTS = 1000, GROWTH_MOST_BYTES = 16 << 20 };

/* A CTA is one warp. Its lines list 32 addresses far from each other: more than 256 bytes each in the compact form. */
static void put_lists(const bed_t *b, uint32_t ctas, uint32_t insts)
{
    char line[1024];
    int chars = snprintf(line, sizeof line, "0010 ffffffff 1 R4 LDG.E 1 R2 4 0");
    for (uint64_t i = 0; i < 32; i++)
        chars += snprintf(line + chars, sizeof line - (size_t)chars, " 0x%016" PRIx64, (i * i % 37) << 40);
    FILE *f = bed_file(b, "kernel-1.traceg");
    fprintf(f,
            "-kernel name = k\n-grid dim = (%u,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n-nregs = 8\n"
            "-binary version = 70\n-accelsim tracer version = 5\n#\n",
            ctas);
    for (uint32_t c = 0; c < ctas; c++) {
        fprintf(f, "#BEGIN_TB\nthread block = %u,0,0\nwarp = 0\ninsts = %u\n", c, insts);
        for (uint32_t i = 0; i < insts; i++) fprintf(f, "%s 0\n", line);
        fputs("#END_TB\n", f);
    }
    fclose(f);
    list_one(b);
}

static bool run_cta(const kernel_launch_t *k, uint32_t lid, err_t *err)
{
    const cta_place_t place = {.x = lid, .lid = lid};
    winst_exec_t x;
    bool ok = true;
    fe_cta_t *cta = k->ops->cta_begin(k->self, &place, err);
    while (ok && cta && k->ops->peek(cta, 0)) ok = k->ops->exec(cta, 0, &x, err);
    k->ops->cta_end(k->self, cta);
    return ok && cta;
}

/* Most memory, in bytes, that a process of its own needs for all CTAs. */
static int64_t need(bed_t *b, uint32_t ctas)
{
    int status;
    struct rusage used;
    const pid_t pid = fork();
    if (pid == 0) {
        const trace_cache_t cache = {cache_of(b), 1};
        trace_t *t = trace_open(b->list, b->sass, &(trace_opts_t){.cache = &cache}, &b->err);
        const kernel_launch_t *k = t ? trace_kernel(t, 0, &b->err) : NULL;
        bool ok = k && k->ops == &trace_packed_source.fe;
        for (uint32_t c = 0; ok && c < ctas; c++) ok = run_cta(k, c, &b->err);
        _exit(!ok);
    }
    assert_int_equal(wait4(pid, &status, 0, &used), pid);
    assert_int_equal(status, 0);
    return (int64_t)used.ru_maxrss * 1024;
}

static void expect_bounded(uint32_t ctas, uint32_t insts)
{
    static const char *const runs[] = {"first", "second"};
    bed_t b;
    int64_t small[2], large[2];
    struct stat st;
    bed_open(&b);
    put_lists(&b, 1, INSTS);
    for (int i = 0; i < 2; i++) small[i] = need(&b, 1);
    empty(&b);
    put_lists(&b, ctas, insts);
    for (int i = 0; i < 2; i++) large[i] = need(&b, ctas);
    assert_int_equal(stat(form_of(&b), &st), 0);
    assert_true(st.st_size > 2 * GROWTH_MOST_BYTES);
    for (int i = 0; i < 2; i++)
        if (large[i] - small[i] > GROWTH_MOST_BYTES)
            fail_msg("the %s run of a trace %d times larger needs %" PRId64 " bytes more; allowed: up to %d", runs[i],
                     LARGER, large[i] - small[i], GROWTH_MOST_BYTES);
    empty(&b);
    bed_close(&b);
}

static void many_ctas(void **state)
{
    (void)state;
    expect_bounded(LARGER, INSTS);
}

static void a_long_warp(void **state)
{
    (void)state;
    expect_bounded(1, LARGER * INSTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_ctas), cmocka_unit_test(a_long_warp)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
