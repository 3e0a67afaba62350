/* npy.c - reads header and elements of a .npy file. */
#include "workload/npy.h"

#include "base/infile.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAGIC_BYTES = 6, HEADER_MAX_BYTES = 65535 };
static const char MAGIC[] = "\x93NUMPY";

/* The text behind the colon of `key`; NULL: no such key. The header is a Python dictionary with three fixed keys. */
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

npy_type_t npy_type(elem_t type) { return (npy_type_t){elem_npy(type), elem_bytes(type)}; }

/* Length of a descr: a word in quotes, or a list in brackets. */
static int descr_chars(const char *descr)
{
    const size_t chars = descr[0] == '[' ? strcspn(descr, "]") : descr[0] ? 1 + strcspn(descr + 1, "'") : 0;
    return (int)(descr[chars] ? chars + 1 : chars);
}

static bool check_header(const char *header, const char *path, npy_type_t type, uint64_t *count, err_t *err)
{
    const char *descr = value_of(header, "'descr'"), *order = value_of(header, "'fortran_order'");
    const char *shape = value_of(header, "'shape'");
    if (!descr || !order || !shape || (descr[0] != '\'' && descr[0] != '['))
        return err_set(err, path, 0, "has no descr, fortran_order and shape in its header; a .npy file is expected");
    if (descr[1] == '>') return err_set(err, path, 0, "is big endian; little endian is expected");
    const int chars = descr_chars(descr);
    if ((size_t)chars != strlen(type.descr) || strncmp(descr, type.descr, (size_t)chars) != 0)
        return err_set(err, path, 0, "has elements of type %.*s; %s is expected", chars, descr, type.descr);
    if (strncmp(order, "False", 5) != 0) return err_set(err, path, 0, "is in Fortran order; C order is expected");
    return shape_count(shape, count) ||
           err_set(err, path, 0, "has a shape that cannot be read; (a, b, ...) is expected");
}

/* Reads the header; leaves `in` at the first element. */
static bool read_header(FILE *in, const char *path, npy_type_t type, uint64_t *count, err_t *err)
{
    unsigned char start[MAGIC_BYTES + 2], length[4] = {0};
    if (fread(start, 1, sizeof start, in) != sizeof start || memcmp(start, MAGIC, MAGIC_BYTES) != 0)
        return err_set(err, path, 0, "does not begin like a .npy file; a file by numpy.save is expected");
    unsigned major = start[MAGIC_BYTES], minor = start[MAGIC_BYTES + 1];
    if ((major != 1 && major != 2) || minor != 0)
        return err_set(err, path, 0, "is of format version %u.%u; allowed: 1.0, 2.0", major, minor);
    size_t length_bytes = major == 1 ? 2 : 4;
    if (fread(length, 1, length_bytes, in) != length_bytes)
        return err_set(err, path, 0, "ends inside its header; a complete .npy file is expected");
    size_t bytes = length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24;
    if (bytes > HEADER_MAX_BYTES)
        return err_set(err, path, 0, "has a header of %zu bytes; allowed: up to %d", bytes, HEADER_MAX_BYTES);
    char *header = calloc(1, bytes + 1);
    if (!header) return err_set(err, path, 0, "out of memory");
    bool ok = fread(header, 1, bytes, in) == bytes ||
              err_set(err, path, 0, "ends inside its header; a complete .npy file is expected");
    ok = ok && check_header(header, path, type, count, err);
    free(header);
    return ok;
}

/* Refuses pipes: the file is opened once for the header and again for the elements. */
static FILE *open_file(const char *path, err_t *err)
{
    struct stat st;
    FILE *in = infile_open(path);
    if (!in) {
        err_set(err, path, 0, "cannot be opened: %s; a .npy file is expected", strerror(errno));
        return NULL;
    }
    if (fstat(fileno(in), &st) == 0 && S_ISREG(st.st_mode)) return in;
    err_set(err, path, 0, "is no regular file; allowed: a .npy file on disk, which is read twice");
    fclose(in);
    return NULL;
}

bool npy_read(const char *path, npy_type_t type, uint64_t count, void *out, err_t *err)
{
    uint64_t found;
    FILE *in = open_file(path, err);
    if (!in) return false;
    bool ok = read_header(in, path, type, &found, err);
    if (ok && found != count)
        ok = err_set(err, path, 0, "has %" PRIu64 " elements; %" PRIu64 " are expected", found, count);
    if (ok && out) {
        found = fread(out, type.bytes, count, in);
        if (found != count)
            ok = err_set(err, path, 0, "ends after %" PRIu64 " elements; %" PRIu64 " are expected by its header", found,
                         count);
        else if (fgetc(in) != EOF)
            ok = err_set(err, path, 0, "has bytes behind the %" PRIu64 " elements that are expected by its header",
                         count);
    }
    fclose(in);
    return ok;
}

bool npy_count(const char *path, npy_type_t type, uint64_t *count, err_t *err)
{
    FILE *in = open_file(path, err);
    const bool ok = in && read_header(in, path, type, count, err);
    if (in) fclose(in);
    return ok;
}
