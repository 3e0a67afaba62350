/* Compact forms of traces: a kernel runs from one as from its text, whatever its lines hold. */
#include "trace_pack_rig.h"

#include "trace/trace_convert.h"

enum { KERNELS = 150 };

static void a_compact_form_gives_the_same_records(void **state)
{
    (void)state;
    bed_t b;
    bool packed = true;
    uint64_t records = 0;
    seen_t *text = calloc(1, sizeof *text), *form = calloc(1, sizeof *form);
    bed_open(&b);
    for (int i = 0; i < KERNELS; i++) {
        put_kernel(&b);
        const bool ok = see(&b, NULL, text, &packed);
        if (ok) assert_false(packed);
        for (int again = 0; again < 2; again++) {
            if (see(&b, cache_of(&b), form, &packed) != ok)
                fail_msg("kernel %d: '%s', not '%s'", i, form->said, text->said);
            if (ok) assert_true(packed);
            assert_memory_equal(form, text, sizeof *text);
        }
        assert_true(!ok || form_of(&b)[0]);
        records += text->records;
        empty(&b);
    }
    assert_true(records > 100 * KERNELS);
    free(text);
    free(form);
    bed_close(&b);
}

static void convert(bed_t *b, const char *dir)
{
    const trace_convert_t job = {.list = b->list, .sass = b->sass, .dir = dir, .form = TRACE_PACKED};
    if (!trace_convert(&job, &b->err)) fail_msg("%s", b->err.text);
}

/* What trace_convert writes is what the cache has, and a list may name it. */
static void a_converted_kernel_gives_the_same_records(void **state)
{
    (void)state;
    bed_t b, c;
    bool packed;
    char path[256];
    seen_t *text = calloc(1, sizeof *text), *form = calloc(1, sizeof *form);
    bed_open(&b);
    bed_open(&c);
    snprintf(path, sizeof path, "%s/kernel-1.pack", c.dir);
    for (int i = 0; i < KERNELS; i++) {
        size_t bytes, others;
        put_kernel(&b);
        if (!see(&b, cache_of(&b), text, &packed)) continue;
        convert(&b, c.dir);
        uint8_t *cached = take(form_of(&b), &others), *data = take(path, &bytes);
        assert_int_equal(bytes, others);
        assert_memory_equal(data, cached, bytes);
        if (!see(&c, cache_of(&c), form, &packed)) fail_msg("%s", form->said);
        assert_true(packed);
        assert_memory_equal(form, text, sizeof *text);
        assert_string_equal(form_of(&c), "");
        convert(&c, b.dir); /* a form becomes itself */
        free(cached);
        snprintf(path, sizeof path, "%s/kernel-1.pack", b.dir);
        cached = take(path, &others);
        assert_int_equal(bytes, others);
        assert_memory_equal(data, cached, bytes);
        unlink(path);
        snprintf(path, sizeof path, "%s/kernel-1.pack", c.dir);
        free(cached);
        free(data);
        empty(&b);
    }
    unlink(path);
    free(text);
    free(form);
    empty(&b);
    bed_close(&b);
    bed_close(&c);
}

/* A mistake shows in the run, as from the text, and nothing is kept. */
static void a_trace_with_a_mistake_has_none(void **state)
{
    (void)state;
    bed_t b;
    seen_t *text = calloc(1, sizeof *text), *form = calloc(1, sizeof *form);
    bed_open(&b);
    FILE *f = bed_file(&b, "kernel-1.traceg");
    fprintf(f, "-kernel name = k\n-grid dim = (3,1,1)\n-block dim = (72,1,1)\n-shmem = 0\n-nregs = 8\n"
               "-binary version = 70\n-accelsim tracer version = 5\n#\n");
    for (int c = 0; c < GRID; c++)
        fprintf(f, "#BEGIN_TB\nthread block = %d,0,0\nwarp = 0\ninsts = 2\n0 f 0 MOV 0 0 0\n8 f 0 %s 0 0 0\n#END_TB\n",
                c, c == 1 ? "MOV 9" : "EXIT");
    fclose(f);
    list_one(&b);
    assert_false(see(&b, NULL, text, NULL));
    assert_false(see(&b, cache_of(&b), form, NULL));
    assert_memory_equal(form, text, sizeof *text);
    if (!strstr(text->said, ":21: ")) fail_msg("%s", text->said);
    assert_string_equal(form_of(&b), "");
    empty(&b);
    free(text);
    free(form);
    bed_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_compact_form_gives_the_same_records),
                                       cmocka_unit_test(a_converted_kernel_gives_the_same_records),
                                       cmocka_unit_test(a_trace_with_a_mistake_has_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
