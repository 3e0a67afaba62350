/* test_fatbin.c - the fatbins of tests/cuda, which nvcc packed in three ways, and what a damaged one comes to. */
#include "cuda/fatbin.h"
#include "ptx/cubin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HEAD_BYTES = 16, BYTES_MAX = 1 << 16, PACKED = 0x2000 | 0x8000 };
enum {
    ENTRY_KIND = HEAD_BYTES,
    ENTRY_PAYLOAD = HEAD_BYTES + 8,
    ENTRY_FLAGS = HEAD_BYTES + 40,
    ENTRY_RAW = HEAD_BYTES + 56
};

typedef struct {
    uint8_t bytes[BYTES_MAX];
    fatbin_entry_t *entry;
    uint32_t count;
    err_t err;
} file_t;

static void load(file_t *f, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "tests/cuda/%s.fatbin", name);
    FILE *in = fopen(path, "rb");
    if (!in) fail_msg("%s cannot be read", path);
    assert_true(fread(f->bytes, 1, sizeof f->bytes, in) > HEAD_BYTES);
    fclose(in);
    f->err.text[0] = '\0';
}

static bool read_entries(file_t *f) { return fatbin_read(f->bytes, &f->entry, &f->count, &f->err); }

static void refused(file_t *f, const char *expected)
{
    const bool ok = read_entries(f);
    if (ok || !strstr(f->err.text, expected)) fail_msg("expected '%s', found '%s'", expected, ok ? "" : f->err.text);
    fatbin_free(f->entry, f->count);
}

/* name, how its PTX is packed, a kernel of it */
static void holds(const char *name, uint64_t flags, const char *kernel)
{
    static file_t f;
    uint64_t found;
    uint32_t ptx = 0, cubins = 0;
    load(&f, name);
    memcpy(&found, f.bytes + ENTRY_FLAGS, sizeof found);
    assert_int_equal(found & PACKED, flags);
    if (!read_entries(&f)) fail_msg("%s: %s", name, f.err.text);
    for (uint32_t i = 0; i < f.count; i++) {
        const fatbin_entry_t *e = &f.entry[i];
        assert_int_equal(e->arch, 75);
        if (e->kind == FATBIN_PTX) {
            ptx++;
            assert_non_null(strstr(e->bytes, ".version"));
            assert_non_null(strstr(e->bytes, kernel));
        } else {
            cubins++;
            assert_in_range(cubin_registers(e->bytes, e->size, kernel), 2, 255);
            assert_int_equal(cubin_registers(e->bytes, e->size, "nowhere"), 0);
            assert_int_equal(cubin_registers(e->bytes, e->size / 2, kernel), 0);
        }
    }
    assert_int_equal(ptx, 1);
    assert_int_equal(cubins, 1);
    fatbin_free(f.entry, f.count);
}

static void plain(void **state)
{
    (void)state;
    holds("streams", 0, "spin");
}

static void lz4(void **state)
{
    (void)state;
    holds("errors", 0x2000, "store");
}

static void zstd(void **state)
{
    (void)state;
    holds("basic", 0x8000, "reverse");
}

static void other_kinds_are_left_out(void **state)
{
    static file_t f;
    (void)state;
    load(&f, "errors");
    f.bytes[ENTRY_KIND] = 8;
    assert_true(read_entries(&f));
    assert_int_equal(f.count, 1);
    assert_int_equal(f.entry[0].kind, FATBIN_CUBIN);
    fatbin_free(f.entry, f.count);
}

static void damaged(void **state)
{
    static file_t f;
    const uint64_t huge = UINT64_C(1) << 40, more = 4096;
    (void)state;
    load(&f, "errors");
    f.bytes[0] ^= 1;
    refused(&f, "begins with 0x");
    load(&f, "errors");
    memcpy(f.bytes + ENTRY_PAYLOAD, &huge, sizeof huge);
    refused(&f, "longer than the fatbin");
    static const char *const packed[] = {"errors", "basic"};
    for (int i = 0; i < 2; i++) {
        load(&f, packed[i]);
        memcpy(f.bytes + ENTRY_RAW, &huge, sizeof huge);
        refused(&f, "allowed: at most");
        load(&f, packed[i]);
        memcpy(f.bytes + ENTRY_RAW, &more, sizeof more);
        refused(&f, "does not decompress");
        load(&f, packed[i]);
        memset(f.bytes + HEAD_BYTES + 80 + 40, 0xff, 40); /* in the payload */
        refused(&f, "does not decompress");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plain), cmocka_unit_test(lz4), cmocka_unit_test(zstd),
                                       cmocka_unit_test(other_kinds_are_left_out), cmocka_unit_test(damaged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
