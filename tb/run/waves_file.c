/* waves_file.c - the FST writer does not report failed writes, so the file is checked afterwards: an FST is a chain of
 * blocks with a length each, and the last block ends at the end of the file. */
#include "run/waves_file.h"

#include "base/interrupt.h"
#include "base/outfile.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    NUMBER_BYTES = 8,
    FST_HEADER = 0,
    FST_GEOMETRY = 3,
    FST_HIERARCHY = 4,
    FST_HIERARCHY_LZ4 = 6,
    FST_HIERARCHY_LZ4_TWICE = 7,
    FST_KINDS = 9
};

bool waves_file_open(waves_file_t *w, const char *path, err_t *err)
{
    char *target = outfile_target(path);
    if (!target) return err_set(err, NULL, 0, "out of memory");
    const int length = snprintf(w->temp, sizeof w->temp, "%s.%ld.tmp", target, (long)getpid());
    free(target);
    if ((size_t)length >= sizeof w->temp) {
        w->temp[0] = '\0';
        return err_set(err, NULL, 0, "--waves: path too long; allowed: up to %zu characters", sizeof w->temp - 32);
    }
    snprintf(w->hierarchy, sizeof w->hierarchy, "%s.hier", w->temp);
    interrupt_keep(w->temp);
    interrupt_keep(w->hierarchy);
    FILE *probe = fopen(w->temp, "w");
    if (!probe) return err_set(err, path, 0, "cannot be written: %s; does its folder exist?", strerror(errno));
    fclose(probe);
    return true;
}

/* Reads eight bytes, the highest first. False: the file ends before. */
static bool read_number(FILE *f, uint64_t *number)
{
    unsigned char bytes[NUMBER_BYTES];
    if (fread(bytes, 1, sizeof bytes, f) != sizeof bytes) return false;
    *number = 0;
    for (int i = 0; i < NUMBER_BYTES; i++) *number = *number << 8 | bytes[i];
    return true;
}

/* A bit per kind of block in the file; 0: the chain of blocks is broken. */
static uint32_t blocks(FILE *f)
{
    uint32_t seen = 0;
    int kind;
    while ((kind = fgetc(f)) != EOF) {
        uint64_t length;
        if (kind >= FST_KINDS || !read_number(f, &length)) return 0;
        if (length <= NUMBER_BYTES || length > INT64_MAX) return 0;
        /* Reads the last byte of the block, because a seek may go beyond the end of the file. */
        if (fseeko(f, (off_t)(length - NUMBER_BYTES - 1), SEEK_CUR) || fgetc(f) == EOF) return 0;
        seen |= UINT32_C(1) << kind;
    }
    return seen;
}

static bool is_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    const uint32_t seen = f ? blocks(f) : 0;
    const uint32_t hierarchy = 1u << FST_HIERARCHY | 1u << FST_HIERARCHY_LZ4 | 1u << FST_HIERARCHY_LZ4_TWICE;
    if (f) fclose(f);
    return (seen & 1u << FST_HEADER) && (seen & 1u << FST_GEOMETRY) && (seen & hierarchy);
}

bool waves_file_close(const waves_file_t *w, const char *path, bool keep, err_t *err)
{
    if (!w->temp[0]) return true;
    bool ok = !keep || is_whole(w->temp) ||
              err_set(err, path, 0, "the waves could not be written whole: the disk, or /tmp, is full");
    char *target = keep && ok ? outfile_target(path) : NULL;
    if (keep && ok && !(target && rename(w->temp, target) == 0))
        ok = err_set(err, path, 0, "cannot be written: %s", strerror(errno));
    if (!target || !ok) unlink(w->temp);
    unlink(w->hierarchy); /* left only by a run that could not start */
    free(target);
    interrupt_forget(w->temp);
    interrupt_forget(w->hierarchy);
    return ok;
}

/* The header is the first block: its kind and length, then the first time and the last. */
uint64_t waves_file_end(const char *path)
{
    uint64_t number = 0;
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    bool ok = fgetc(f) == FST_HEADER;
    for (int i = 0; i < 3; i++) ok = ok && read_number(f, &number);
    fclose(f);
    return ok ? number : 0;
}
