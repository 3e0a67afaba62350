/* fuzz.c - temporary input files, and what counts as a finding: a silent refusal, an unprintable sentence. */
#include "fuzz.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Buffers of a gigabyte are legal in a workload and useless here: an allocation that large fails, which
 * tries the readers' answer to that as well. Called by the sanitizer's start-up. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "max_allocation_size_mb=64:allocator_may_return_null=1:detect_leaks=1";
}

static char folder[FUZZ_PATH_BYTES / 2];

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path);
}

static void remove_folder(void) { nftw(folder, remove_one, 4, FTW_DEPTH | FTW_PHYS); }

/* In memory where there is such a file system: a file per execution is all a fuzzer writes. */
static void make_folder(void)
{
    if (folder[0]) return;
    snprintf(folder, sizeof folder, "%s/ctadel-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(1);
    }
    atexit(remove_folder);
}

void fuzz_path(const char *name, char path[FUZZ_PATH_BYTES])
{
    make_folder();
    snprintf(path, FUZZ_PATH_BYTES, "%s/%s", folder, name);
}

void fuzz_file(const char *name, const void *data, size_t bytes, char path[FUZZ_PATH_BYTES])
{
    fuzz_path(name, path);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(data, 1, bytes, f) != bytes || fclose(f) != 0) {
        perror(path);
        exit(1);
    }
}

static void finding(const char *what, const err_t *err)
{
    fprintf(stderr, "finding: %s: '%s'\n", what, err->text);
    abort();
}

void fuzz_judge(bool ok, const err_t *err, const char *file)
{
    if (ok && err->text[0]) finding("accepted, but with an error", err);
    if (ok) return;
    if (!err->text[0]) finding("refused without a word", err);
    for (const char *c = err->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) finding("an error that is no line", err);
    if (file && strncmp(err->text, file, strlen(file)) != 0) finding("an error that does not name the file", err);
}
