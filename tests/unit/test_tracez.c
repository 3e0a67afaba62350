/* .tracez: a file that the test builds by the format reads as its text; what the writer makes has the parts that the
 * format names; a damaged file is refused in one line or gives some text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "trace/trace_text.h"
#include "trace/tracez.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { FILE_BYTES = 1 << 20, LEVEL = 1 };

typedef struct { /* a file in memory and on disk */
    char path[64];
    uint8_t at[FILE_BYTES];
    size_t bytes;
} bed_t;

static void number(bed_t *b, uint64_t v, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) b->at[b->bytes++] = (uint8_t)(v >> 8 * i);
}

static void save(const bed_t *b)
{
    FILE *f = fopen(b->path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(b->at, 1, b->bytes, f), b->bytes);
    assert_int_equal(fclose(f), 0);
}

static bed_t *bed_open(void)
{
    bed_t *b = calloc(1, sizeof *b);
    assert_non_null(b);
    strcpy(b->path, "/tmp/ctadel-test-XXXXXX.tracez");
    const int fd = mkstemps(b->path, (int)strlen(".tracez"));
    assert_true(fd >= 0);
    close(fd);
    return b;
}

static void bed_close(bed_t *b)
{
    unlink(b->path);
    free(b);
}

static void frame(bed_t *b, const char *text)
{
    const size_t at = b->bytes + 4, n = ZSTD_compress(b->at + at, FILE_BYTES - at, text, strlen(text), LEVEL);
    assert_false(ZSTD_isError(n));
    number(b, n, 4);
    b->bytes += n;
}

/* A CTA with cluster fields; its warp 0 of two sub-chunks, its warp 1 empty. */
static void build(bed_t *b)
{
    b->bytes = 0;
    memcpy(b->at, "-h = 1\n#f\n", 11);
    b->bytes = 11;
    number(b, 0, 4); /* no dictionary */
    number(b, 2, 4);
    const uint64_t first = b->bytes;
    number(b, 3, 4);
    number(b, 2, 4);
    frame(b, "0 1 0 NOP 0 0 0\n8 1 0 NOP 0 0 0");
    frame(b, "10 1 0 EXIT 0 0 0");
    const uint64_t second = b->bytes;
    number(b, 0, 8);
    const uint64_t index = b->bytes;
    number(b, 1, 4);
    for (uint32_t i = 1; i <= 10; i++) number(b, i, 4);
    number(b, 2, 4);
    number(b, 3, 4);
    number(b, 2, 4);
    number(b, first, 8);
    number(b, 2, 4);
    number(b, 1, 4);
    number(b, 0, 4);
    number(b, 0, 4);
    number(b, second, 8);
    number(b, index, 8);
}
static const char BUILT[] = "-h = 1\n#f\n\n#BEGIN_TB\n\nthread block = 1,2,3\ncluster id = 4,5,6\ncluster cta = 7,8,9\n"
                            "cluster rank = 10\n\nwarp = 0\ninsts = 3\n0 1 0 NOP 0 0 0\n8 1 0 NOP 0 0 0\n"
                            "10 1 0 EXIT 0 0 0\n\nwarp = 1\ninsts = 0\n\n#END_TB\n";

static void a_file_reads_as_its_text(void **state)
{
    (void)state;
    enum { MOST = sizeof BUILT };
    bed_t *b = bed_open();
    err_t err = {""};
    char text[MOST];
    build(b);
    save(b);
    trace_text_t *t = trace_text_open(b->path, 0, &err);
    if (!t) fail_msg("%s", err.text);
    assert_int_equal(trace_text_bytes(t), MOST - 1);
    for (size_t from = 0; from < MOST; from++)
        for (size_t want = 1; want < MOST; want += 7) {
            size_t got;
            const size_t rest = MOST - 1 - from, most = want < rest ? want : rest;
            assert_true(trace_text_read(t, from, text, want, &got, &err));
            assert_int_equal(got, most);
            assert_memory_equal(text, BUILT + from, most);
        }
    trace_text_close(t);
    bed_close(b);
}

static void the_header_alone_needs_no_index(void **state)
{
    (void)state;
    bed_t *b = bed_open();
    err_t err = {""};
    build(b);
    b->bytes -= 8;
    save(b);
    trace_text_t *t = trace_text_open(b->path, 100, &err);
    assert_non_null(t);
    assert_int_equal(trace_text_bytes(t), strlen("-h = 1\n#f\n"));
    assert_false(trace_text_whole(t, &err));
    assert_non_null(strstr(err.text, "cut short or damaged"));
    trace_text_close(t);
    bed_close(b);
}

/* Reads the whole file; a failure is one line that names it. */
static void read_or_refuse(const bed_t *b)
{
    err_t err = {""};
    char text[4096];
    size_t got = 1;
    save(b);
    trace_text_t *t = trace_text_open(b->path, 0, &err);
    bool ok = t != NULL;
    for (uint64_t at = 0; ok && got; at += got) ok = trace_text_read(t, at, text, sizeof text, &got, &err);
    assert_int_equal(ok, !err.text[0]);
    if (!ok) assert_ptr_equal(strstr(err.text, b->path), err.text);
    trace_text_close(t);
}

static void every_cut_and_every_changed_byte_is_read_or_refused(void **state)
{
    (void)state;
    bed_t *b = bed_open();
    build(b);
    const size_t whole = b->bytes;
    for (size_t bytes = 0; bytes < whole; bytes++) {
        err_t err = {""};
        b->bytes = bytes;
        save(b);
        assert_null(trace_text_open(b->path, 0, &err));
        read_or_refuse(b);
    }
    b->bytes = whole;
    for (size_t i = 0; i < whole; i++)
        for (uint32_t v = 0; v < 3; v++) {
            const uint8_t was = b->at[i];
            b->at[i] = (uint8_t)(v == 0 ? 0xff : v == 1 ? was + 1 : 0);
            read_or_refuse(b);
            b->at[i] = was;
        }
    bed_close(b);
}

static uint64_t number_at(const bed_t *b, size_t at, size_t bytes)
{
    uint64_t v = 0;
    for (size_t i = bytes; i-- > 0;) v = v << 8 | b->at[at + i];
    return v;
}

/* Writes one CTA of three warps: the last first, one left out, one with a replayed part across the end of a
 * sub-chunk. */
static void write_file(bed_t *b, uint32_t lines)
{
    FILE *f = fopen(b->path, "wb");
    char line[80];
    assert_non_null(f);
    const tracez_cta_t cta = {{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, 5};
    tracez_writer_t *w = tracez_writer_open(f, "-h\n", 3, NULL, 0);
    assert_non_null(w);
    tracez_put_cta(w, &cta, 3);
    tracez_put_warp(w, 2);
    tracez_put_line(w, "a", 1);
    tracez_put_warp(w, 0);
    for (uint32_t i = 0; i < lines; i++) {
        const char *op = i == TRACEZ_CHUNK_INSTS - 2   ? "REPLAY_START"
                         : i == TRACEZ_CHUNK_INSTS + 2 ? "REPLAY_END"
                                                       : "NOP";
        tracez_put_line(w, line, (size_t)snprintf(line, sizeof line, "%x 1 0 %s 0 0 0", i, op));
    }
    assert_true(tracez_writer_close(w));
    assert_int_equal(fclose(f), 0);
    f = fopen(b->path, "rb");
    assert_non_null(f);
    b->bytes = fread(b->at, 1, FILE_BYTES, f);
    fclose(f);
}

static void the_writer_splits_warps_but_no_replayed_part(void **state)
{
    (void)state;
    enum { LINES = 2 * TRACEZ_CHUNK_INSTS + 100, FIRST = TRACEZ_CHUNK_INSTS + 3 };
    bed_t *b = bed_open();
    write_file(b, LINES);
    size_t at = (size_t)number_at(b, b->bytes - 8, 8);
    assert_int_equal(number_at(b, at, 4), 1);
    static const uint64_t cta[] = {1, 0, 0, 2, 0, 0, 3, 0, 0, 5, 3};
    for (size_t i = 0; i < 11; i++) assert_int_equal(number_at(b, at + 4 + 4 * i, 4), cta[i]);
    at += 4 + 44;
    assert_int_equal(number_at(b, at, 4), LINES);
    assert_int_equal(number_at(b, at + 4, 4), 3);
    assert_int_equal(number_at(b, at + 16, 4), FIRST);
    assert_int_equal(number_at(b, at + 20, 4), TRACEZ_CHUNK_INSTS);
    assert_int_equal(number_at(b, at + 24, 4), LINES - FIRST - TRACEZ_CHUNK_INSTS);
    assert_int_equal(number_at(b, at + 28, 4), 0); /* warp 1 */
    bed_close(b);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    enum { LINES = 3000 };
    bed_t *b = bed_open();
    err_t err = {""};
    char expected[80];
    trace_line_t line;
    write_file(b, LINES);
    trace_text_t *t = trace_text_open(b->path, 0, &err);
    trace_lines_t *l = t ? trace_lines_open(t, &err) : NULL;
    assert_non_null(l);
    for (uint32_t i = 0; i < 8; i++) assert_true(trace_lines_next(l, &line, &err)); /* up to insts = 3000 */
    for (uint32_t i = 0; i < LINES; i++) {
        assert_true(trace_lines_next(l, &line, &err));
        snprintf(expected, sizeof expected, "%x 1 0 ", i);
        assert_memory_equal(line.at, expected, strlen(expected));
    }
    static const char *const rest[] = {"warp = 1", "insts = 0", "warp = 2", "insts = 1", "a", "#END_TB"};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++) {
        assert_true(trace_lines_next(l, &line, &err));
        assert_int_equal(line.end - line.at, strlen(rest[i]));
        assert_memory_equal(line.at, rest[i], strlen(rest[i]));
    }
    trace_lines_close(l);
    trace_text_close(t);
    bed_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_reads_as_its_text),
        cmocka_unit_test(the_header_alone_needs_no_index),
        cmocka_unit_test(every_cut_and_every_changed_byte_is_read_or_refused),
        cmocka_unit_test(the_writer_splits_warps_but_no_replayed_part),
        cmocka_unit_test(what_is_written_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
