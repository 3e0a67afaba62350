/* npy.h - NumPy's array file: versions 1.0 and 2.0, little endian, C order.
 *
 * The shape is not kept: a buffer is its elements in order. */
#ifndef CTADEL_WORKLOAD_NPY_H
#define CTADEL_WORKLOAD_NPY_H

#include "base/err.h"
#include "workload/elem.h"

/* Reads exactly `count` elements of `type` to `out`; `out` NULL: only checks that it could. */
bool npy_read(const char *path, elem_t type, uint64_t count, void *out, err_t *err);
bool npy_write(const char *path, elem_t type, uint64_t count, const void *data, err_t *err);

#endif
