/* The compact form of a trace is the same, byte for byte, for any number of threads that made it. */
#include "trace_pack_rig.h"

enum { CTAS = 24000, MISTAKE_CTA = 23000, NEW_EVERY = 5000, LONG_WARP_CTA = 9000, LONG_WARP_INSTS = 6000 };

/* About 10 MB. New instructions appear here and there, some CTAs have no lines, and the records of one warp take more
 * than a buffer. */
static void put_many(const bed_t *b, bool mistake)
{
    FILE *f = bed_file(b, "kernel-1.traceg");
    fprintf(f,
            "-kernel name = k\n-grid dim = (%d,1,1)\n-block dim = (64,1,1)\n-shmem = 0\n-nregs = 8\n"
            "-binary version = 70\n-accelsim tracer version = 5\n#\n",
            CTAS);
    seed = 3;
    for (uint32_t c = 0; c < CTAS; c++) {
        if (!draw(40)) continue;
        const uint32_t insts = c == LONG_WARP_CTA ? LONG_WARP_INSTS : 4 + draw(4);
        fprintf(f, "#BEGIN_TB\nthread block = %u,0,0\nwarp = 1\ninsts = %u\n", c, insts);
        for (uint32_t i = 0; i + 1 < insts; i++) {
            const uint32_t which = c / NEW_EVERY * 8 + i % 8;
            fprintf(f, "%04x ffffffff 1 R%u LDG.E 1 R2 4", which * 16, which);
            if (c != LONG_WARP_CTA) fprintf(f, " 1 0x%x %u 0\n", 0x1000 + draw(1 << 20) * 4, 4 * draw(3));
            else
                for (uint32_t lane = 0; lane <= 32; lane++)
                    fprintf(f, lane ? " 0x%x00000000" : " 0", 1 + draw(1 << 20));
            if (c == LONG_WARP_CTA) fputs(" 0\n", f);
        }
        fprintf(f, "0ff0 ffffffff 0 %s 0 0 0\n", mistake && c >= MISTAKE_CTA ? "EXIT 9" : "EXIT");
        fputs("#END_TB\n", f);
    }
    fclose(f);
    list_one(b);
}

/* NULL: the kernel did not run from its compact form. */
static uint8_t *form_by(bed_t *b, uint32_t threads, size_t *bytes)
{
    const trace_cache_t cache = {cache_of(b), threads};
    b->err = (err_t){{0}};
    trace_t *t = trace_open(b->list, b->sass, &(trace_opts_t){.cache = &cache}, &b->err);
    const kernel_launch_t *k = t ? trace_kernel(t, 0, &b->err) : NULL;
    assert_non_null(k);
    const bool packed = k->ops == &trace_packed_source.fe;
    uint8_t *form = NULL;
    if (packed) {
        FILE *f = fopen(form_of(b), "rb");
        form = malloc(1 << 24);
        *bytes = fread(form, 1, 1 << 24, f);
        fclose(f);
    }
    trace_destroy(t);
    empty(b);
    return form;
}

static void the_form_is_the_same(void **state)
{
    (void)state;
    static const uint32_t threads[] = {2, 3, 7};
    bed_t b;
    size_t bytes = 0, more = 0;
    bed_open(&b);
    put_many(&b, false);
    uint8_t *form = form_by(&b, 1, &bytes);
    assert_non_null(form);
    assert_true(bytes > 2 << 20);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        uint8_t *other = form_by(&b, threads[i], &more);
        assert_non_null(other);
        assert_int_equal(more, bytes);
        if (memcmp(form, other, bytes) != 0) fail_msg("%u threads make another form than one", threads[i]);
        free(other);
    }
    free(form);
    bed_close(&b);
}

static void a_mistake_is_found_by_any_thread(void **state)
{
    (void)state;
    bed_t b;
    size_t bytes;
    bed_open(&b);
    put_many(&b, true);
    for (uint32_t threads = 1; threads <= 3; threads++) assert_null(form_by(&b, threads, &bytes));
    bed_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_form_is_the_same),
                                       cmocka_unit_test(a_mistake_is_found_by_any_thread)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
