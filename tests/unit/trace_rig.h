/* trace_rig.h - a folder with a trace, for tests. */
#ifndef CTADEL_TESTS_TRACE_RIG_H
#define CTADEL_TESTS_TRACE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char dir[64], list[128], sass[256];
    err_t err;
} bed_t;

static inline void bed_open(bed_t *b)
{
    *b = (bed_t){.dir = "/tmp/ctadel-test-trace-XXXXXX"};
    assert_non_null(mkdtemp(b->dir));
    snprintf(b->list, sizeof b->list, "%s/kernelslist.g", b->dir);
    snprintf(b->sass, sizeof b->sass, "%.*s../../configs/opcodes/sass.txt",
             (int)(strrchr(__FILE__, '/') + 1 - __FILE__), __FILE__);
}

static inline void bed_close(bed_t *b)
{
    char path[128];
    unlink(b->list);
    for (int i = 1; i <= 2; i++) {
        snprintf(path, sizeof path, "%s/kernel-%d.traceg", b->dir, i);
        unlink(path);
    }
    assert_int_equal(rmdir(b->dir), 0);
}

static inline FILE *bed_file(const bed_t *b, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", b->dir, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    return f;
}

static inline void list_one(const bed_t *b)
{
    FILE *f = bed_file(b, "kernelslist.g");
    fputs("MemcpyHtoD,0x0000000502000000,800000\nkernel-1.traceg\n", f);
    fclose(f);
}

#endif
