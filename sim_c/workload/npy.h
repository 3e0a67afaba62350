/* npy.h - NumPy's array file: versions 1.0 and 2.0, little endian, C order.
 *
 * The shape is not kept: a buffer is its elements in order. */
#ifndef CTADEL_WORKLOAD_NPY_H
#define CTADEL_WORKLOAD_NPY_H

#include "base/err.h"
#include "workload/elem.h"

typedef struct {
    const char *descr; /* as the header has it: '<f4', or of records [('x', '<f4'), ('n', '<u4')] */
    uint32_t bytes;    /* of an element */
} npy_type_t;

npy_type_t npy_type(elem_t type); /* of plain numbers */

/* Reads exactly `count` elements of `type` to `out`; `out` NULL: only checks that it could. */
bool npy_read(const char *path, npy_type_t type, uint64_t count, void *out, err_t *err);
/* How many the file has, by its header. */
bool npy_count(const char *path, npy_type_t type, uint64_t *count, err_t *err);
bool npy_write(const char *path, npy_type_t type, uint64_t count, const void *data, err_t *err);

#endif
