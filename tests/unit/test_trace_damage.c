/* A compact form that is damaged, of another program or user, or in no usable folder, changes nothing. */
#include "trace_pack_rig.h"

#include <sys/fsuid.h>
#include <sys/mman.h>

enum { SMALL = 80, SENSELESS = 1000 };

typedef struct {
    bed_t b;
    seen_t *text, *form;
    uint8_t *data;
    size_t bytes;
    char path[256];
} damage_t;

static void expect_same(damage_t *d, bool is_packed)
{
    bool packed;
    if (!see(&d->b, cache_of(&d->b), d->form, &packed)) fail_msg("%s", d->form->said);
    assert_int_equal(packed, is_packed);
    assert_memory_equal(d->form, d->text, sizeof *d->text);
}

/* The damaged file is replaced. */
static void expect_mended(damage_t *d)
{
    size_t bytes;
    expect_same(d, true);
    uint8_t *data = take(form_of(&d->b), &bytes);
    assert_int_equal(bytes, d->bytes);
    assert_memory_equal(data, d->data, bytes);
    free(data);
}

static void damage_open(damage_t *d)
{
    seed = 7;
    d->text = calloc(1, sizeof *d->text);
    d->form = calloc(1, sizeof *d->form);
    bed_open(&d->b);
    do put_kernel(&d->b);
    while (!see(&d->b, NULL, d->text, NULL) || d->text->records > SMALL);
    expect_same(d, true);
    snprintf(d->path, sizeof d->path, "%s", form_of(&d->b));
    d->data = take(d->path, &d->bytes);
}

static void damage_close(damage_t *d)
{
    empty(&d->b);
    bed_close(&d->b);
    free(d->text);
    free(d->form);
    free(d->data);
}

static void damage_is_mended(void **state)
{
    (void)state;
    damage_t d;
    damage_open(&d);
    const trace_pack_head_t *h = (const trace_pack_head_t *)(const void *)d.data;
    const size_t ends[] = {0,          1,          sizeof *h - 1,  sizeof *h,  sizeof *h + 8,
                           h->head_at, h->inst_at, h->inst_at + 4, d.bytes - 1};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        give(d.path, d.data, ends[i]);
        expect_mended(&d);
    }
    for (size_t i = 0; i < d.bytes; i++) {
        d.data[i] ^= (uint8_t)(1u << i % 8);
        give(d.path, d.data, d.bytes);
        d.data[i] ^= (uint8_t)(1u << i % 8);
        expect_mended(&d);
    }
    damage_close(&d);
}

static void foreign_files_are_replaced(void **state)
{
    (void)state;
    damage_t d;
    damage_open(&d);
    trace_pack_head_t *h = (trace_pack_head_t *)(void *)d.data;
    const trace_pack_head_t right = *h;
    h->version++;
    seal(d.data, d.bytes);
    give(d.path, d.data, d.bytes);
    *h = right;
    expect_mended(&d);
    h->of.low++; /* of another trace */
    seal(d.data, d.bytes);
    give(d.path, d.data, d.bytes);
    *h = right;
    expect_mended(&d);
    h->warps++;
    seal(d.data, d.bytes);
    give(d.path, d.data, d.bytes);
    *h = right;
    expect_mended(&d);
    assert_int_equal(chmod(d.path, 0666), 0);
    expect_mended(&d);
    struct stat st;
    assert_int_equal(stat(d.path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    if (geteuid() == 0) {
        assert_int_equal(chown(d.path, 1, 1), 0);
        expect_mended(&d);
    }
    damage_close(&d);
}

static void an_unusable_folder_changes_nothing(void **state)
{
    (void)state;
    damage_t d;
    bool packed;
    damage_open(&d);
    assert_true(see(&d.b, "/dev/null/traces", d.form, &packed));
    assert_false(packed);
    assert_memory_equal(d.form, d.text, sizeof *d.text);
    unlink(d.path);
    assert_int_equal(mkdir(d.path, 0700), 0); /* a folder has the name of the form */
    struct stat before, after;
    assert_int_equal(stat(cache_of(&d.b), &before), 0);
    expect_same(&d, false);
    assert_int_equal(stat(cache_of(&d.b), &after), 0);
    assert_memory_equal(&before.st_mtim, &after.st_mtim, sizeof before.st_mtim); /* no form was written in vain */
    assert_int_equal(rmdir(d.path), 0);
    damage_close(&d);
}

/* Where new files belong to another user, none would be used, so none is kept. */
static void a_folder_that_gives_files_away_stays_empty(void **state)
{
    (void)state;
    damage_t d;
    if (geteuid() != 0) skip();
    damage_open(&d);
    unlink(d.path);
    assert_int_equal(chmod(d.b.dir, 0755) | chmod(cache_of(&d.b), 0777), 0);
    char above[128];
    snprintf(above, sizeof above, "%s/cache", d.b.dir);
    assert_int_equal(chmod(above, 0755), 0);
    setfsuid(1);
    expect_same(&d, false);
    setfsuid(0);
    assert_string_equal(form_of(&d.b), "");
    damage_close(&d);
}

/* A sealed form that claims more instructions than a kernel may have is not right; it would take much memory. */
static void too_many_instructions_are_refused(void **state)
{
    (void)state;
    damage_t d;
    damage_open(&d);
    const size_t bytes = d.bytes + (TRACE_INSTS_MAX + 1) * 2 * sizeof(uint32_t);
    uint8_t *data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(data != MAP_FAILED);
    memcpy(data, d.data, d.bytes);
    trace_pack_head_t *h = (trace_pack_head_t *)(void *)data;
    const trace_kernel_t k = {.ctas = GRID, .warps = WARPS};
    h->bytes = bytes;
    seal(data, bytes);
    err_t err = {""};
    struct trace_packed *p = trace_unpack_open(&k, data, bytes, &h->of, &err);
    assert_non_null(p);
    free(p);
    h->insts = TRACE_INSTS_MAX + 1;
    seal(data, bytes);
    assert_null(trace_unpack_open(&k, data, bytes, &h->of, &err));
    munmap(data, bytes);
    damage_close(&d);
}

/* Of the form that a list names: a line with the file and a byte, or the number of bytes. */
static void expect_refused(damage_t *d, const char *path, const uint8_t *data, size_t bytes)
{
    give(path, data, bytes);
    assert_false(see(&d->b, NULL, d->form, NULL));
    const char *said = d->form->said;
    if (strncmp(said, path, strlen(path)) != 0 || !strstr(said, "; allowed: ") || !strpbrk(said, "0123456789"))
        fail_msg("%s", said);
}

static void a_named_form_that_is_damaged_is_refused(void **state)
{
    (void)state;
    damage_t d;
    char path[128];
    damage_open(&d);
    snprintf(path, sizeof path, "%s/kernel-1.pack", d.b.dir);
    FILE *f = bed_file(&d.b, "kernelslist.g");
    fputs("kernel-1.pack\n", f);
    fclose(f);
    give(path, d.data, d.bytes);
    expect_same(&d, true);
    for (size_t i = 0; i < d.bytes; i++) {
        expect_refused(&d, path, d.data, i);
        d.data[i] ^= (uint8_t)(1u << i % 8);
        expect_refused(&d, path, d.data, d.bytes);
        d.data[i] ^= (uint8_t)(1u << i % 8);
    }
    unlink(path);
    damage_close(&d);
}

/* Records that make no sense although the hashes are right: an error, and nothing outside of the file is read. */
static void senseless_records_are_an_error(void **state)
{
    (void)state;
    damage_t d;
    uint32_t refused = 0;
    damage_open(&d);
    const trace_pack_head_t *h = (const trace_pack_head_t *)(const void *)d.data;
    for (int i = 0; i < SENSELESS; i++) {
        uint8_t *data = malloc(d.bytes);
        memcpy(data, d.data, d.bytes);
        for (uint32_t n = 1 + draw(4); n; n--)
            data[sizeof *h + draw((uint32_t)(h->head_at - sizeof *h))] = (uint8_t)draw(256);
        seal(data, d.bytes);
        give(d.path, data, d.bytes);
        free(data);
        if (see(&d.b, cache_of(&d.b), d.form, NULL)) continue;
        assert_non_null(strstr(d.form->said, "kernel-1.traceg: its compact form"));
        refused++;
    }
    assert_true(refused > SENSELESS / 10);
    damage_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(damage_is_mended),
                                       cmocka_unit_test(foreign_files_are_replaced),
                                       cmocka_unit_test(an_unusable_folder_changes_nothing),
                                       cmocka_unit_test(a_folder_that_gives_files_away_stays_empty),
                                       cmocka_unit_test(too_many_instructions_are_refused),
                                       cmocka_unit_test(a_named_form_that_is_damaged_is_refused),
                                       cmocka_unit_test(senseless_records_are_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
