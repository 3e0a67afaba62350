/* npy.c - reads and writes the header dictionary and the elements of a .npy file. */
#include "workload/npy.h"

#include "base/infile.h"
#include "base/outfile.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC_BYTES = 6, HEADER_MAX_BYTES = 65535, ALIGN_BYTES = 64 };
static const char MAGIC[] = "\x93NUMPY";

/* After the key's colon, or NULL. The header is a Python dictionary of three fixed keys. */
static const char *value_of(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    if (!at) return NULL;
    at += strlen(key);
    while (*at == ' ' || *at == ':') at++;
    return at;
}

static bool shape_count(const char *at, uint64_t *count)
{
    *count = 1;
    if (*at++ != '(') return false;
    for (;;) {
        while (*at == ' ' || *at == ',') at++;
        if (*at == ')') return true;
        char *end;
        if (!isdigit((unsigned char)*at)) return false;
        uint64_t extent = strtoull(at, &end, 10);
        if (__builtin_mul_overflow(*count, extent, count)) return false;
        at = end;
    }
}

static bool check_header(const char *header, const char *path, elem_t type, uint64_t count, err_t *err)
{
    const char *descr = value_of(header, "'descr'"), *order = value_of(header, "'fortran_order'");
    const char *shape = value_of(header, "'shape'");
    uint64_t found;
    if (!descr || !order || !shape || descr[0] != '\'')
        return err_set(err, path, 0,
                       "header without descr, fortran_order and shape of one type; "
                       "a plain array is expected");
    if (descr[1] == '>') return err_set(err, path, 0, "is big endian; little endian is expected");
    const char *want = elem_npy(type);
    if (strncmp(descr + 1, want, strlen(want)) != 0 || descr[1 + strlen(want)] != '\'')
        return err_set(err, path, 0, "has elements of type '%.*s'; '%s' (%s) is expected", (int)strcspn(descr + 1, "'"),
                       descr + 1, want, elem_name(type));
    if (strncmp(order, "False", 5) != 0) return err_set(err, path, 0, "is in Fortran order; C order is expected");
    if (!shape_count(shape, &found))
        return err_set(err, path, 0, "has a shape that cannot be read; (a, b, ...) is expected");
    if (found != count)
        return err_set(err, path, 0, "has %" PRIu64 " elements; %" PRIu64 " are expected", found, count);
    return true;
}

/* Leaves `in` at the first element. */
static bool read_header(FILE *in, const char *path, elem_t type, uint64_t count, err_t *err)
{
    unsigned char start[MAGIC_BYTES + 2], length[4] = {0};
    if (fread(start, 1, sizeof start, in) != sizeof start || memcmp(start, MAGIC, MAGIC_BYTES) != 0)
        return err_set(err, path, 0, "does not begin as a .npy file; NumPy's format is expected");
    unsigned major = start[MAGIC_BYTES], minor = start[MAGIC_BYTES + 1];
    if ((major != 1 && major != 2) || minor != 0)
        return err_set(err, path, 0, "is of format version %u.%u; allowed: 1.0, 2.0", major, minor);
    size_t length_bytes = major == 1 ? 2 : 4;
    if (fread(length, 1, length_bytes, in) != length_bytes) return err_set(err, path, 0, "ends inside its header");
    size_t bytes = length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24;
    if (bytes > HEADER_MAX_BYTES)
        return err_set(err, path, 0, "has a header of %zu bytes; %d are allowed", bytes, HEADER_MAX_BYTES);
    char *header = calloc(1, bytes + 1);
    if (!header) return err_set(err, path, 0, "out of memory");
    bool ok = fread(header, 1, bytes, in) == bytes || err_set(err, path, 0, "ends inside its header");
    ok = ok && check_header(header, path, type, count, err);
    free(header);
    return ok;
}

bool npy_read(const char *path, elem_t type, uint64_t count, void *out, err_t *err)
{
    FILE *in = infile_open(path);
    if (!in) return err_set(err, path, 0, "cannot be opened: %s; a .npy file is expected", strerror(errno));
    bool ok = read_header(in, path, type, count, err);
    if (ok && out) {
        uint64_t found = fread(out, elem_bytes(type), count, in);
        if (found != count)
            ok = err_set(err, path, 0, "ends after %" PRIu64 " elements; its header says %" PRIu64, found, count);
        else if (fgetc(in) != EOF)
            ok = err_set(err, path, 0, "goes on after the %" PRIu64 " elements of its header", count);
    }
    fclose(in);
    return ok;
}

bool npy_write(const char *path, elem_t type, uint64_t count, const void *data, err_t *err)
{
    char header[2 * ALIGN_BYTES];
    int text = snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (%" PRIu64 ",), }",
                        elem_npy(type), count);
    size_t before = MAGIC_BYTES + 2 + 2, bytes = sizeof header - before;
    outfile_t *file = outfile_open(path, err);
    if (!file) return false;
    FILE *out = outfile_stream(file);
    /* The format wants the data aligned: blanks, then a newline, fill the header up. */
    memset(header + text, ' ', bytes - (size_t)text);
    header[bytes - 1] = '\n';
    fwrite(MAGIC, 1, MAGIC_BYTES, out);
    fwrite("\x01", 1, 2, out); /* 1.0: the terminator is the minor version */
    fputc((int)(bytes & 0xff), out);
    fputc((int)(bytes >> 8), out);
    fwrite(header, 1, bytes, out);
    fwrite(data, elem_bytes(type), count, out);
    return outfile_commit(file, err);
}
