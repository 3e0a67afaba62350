/* A kernel's .tracez. The first byte of an input says which: the file's bytes, read from end to end; or lines of a
 * warp, which are written to a file and must read back. */
#include "fuzz_summarise.h"

#include "trace/trace_text.h"
#include "trace/tracez.h"

#include <stdio.h>
#include <string.h>

static char path[FUZZ_PATH_BYTES], list[FUZZ_PATH_BYTES];

/* The next line of [at, end) that is not blank; *at moves behind it. False: there is none. */
static bool next(const char **at, const char *end, const char **line, size_t *chars)
{
    while (*at < end && **at == '\n') ++*at;
    const char *feed = memchr(*at, '\n', (size_t)(end - *at));
    *line = *at;
    *chars = (size_t)((feed ? feed : end) - *at);
    *at += *chars;
    return *chars > 0;
}

static void write_lines(const char *at, const char *end)
{
    const tracez_cta_t cta = {0};
    const char *line;
    size_t chars;
    FILE *f = fopen(path, "wb");
    tracez_writer_t *w = f ? tracez_writer_open(f, "-h\n", 3, at, (size_t)(end - at)) : NULL;
    if (!w) __builtin_trap();
    tracez_put_cta(w, &cta, 1);
    tracez_put_warp(w, 0);
    while (next(&at, end, &line, &chars)) tracez_put_line(w, line, chars);
    if (!tracez_writer_close(w) || fclose(f) != 0) __builtin_trap();
}

static void read_lines(const char *at, const char *end)
{
    enum { HEAD_MAX_BYTES = 256 };
    static char read[HEAD_MAX_BYTES + (1 << 20)];
    const char *line, *found, *behind;
    size_t chars, found_chars, got;
    err_t err = {""};
    trace_text_t *t = trace_text_open(path, 0, &err);
    if (!t || !trace_text_read(t, 0, read, sizeof read, &got, &err)) __builtin_trap();
    const char *begin = memmem(read, got, "insts = ", strlen("insts = "));
    found = begin ? memchr(begin, '\n', got - (size_t)(begin - read)) : NULL;
    if (!found) __builtin_trap();
    behind = found;
    while (next(&at, end, &line, &chars))
        if (!next(&behind, read + got, &found, &found_chars) || found_chars != chars || memcmp(found, line, chars) != 0)
            __builtin_trap();
    if (!next(&behind, read + got, &found, &found_chars) || strncmp(found, "#END_TB", found_chars) != 0)
        __builtin_trap();
    trace_text_close(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    enum { MOST = 1 << 19 };
    if (bytes < 1 || bytes > MOST) return 0;
    fuzz_file("kernelslist.g", "kernel-1.tracez", sizeof "kernel-1.tracez" - 1, list);
    fuzz_file("kernel-1.tracez", data + 1, bytes - 1, path);
    const char *text = (const char *)data + 1, *end = (const char *)data + bytes;
    if (data[0] == 'l') {
        write_lines(text, end);
        read_lines(text, end);
    } else {
        fuzz_summarise(list, path, NULL);
    }
    return 0;
}
