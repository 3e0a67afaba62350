/* npy.h - reads NumPy's .npy files: format versions 1.0 and 2.0, little endian, C order (NumPy's
 * lib.format). The shape is ignored. */
#ifndef CTADEL_WORKLOAD_NPY_H
#define CTADEL_WORKLOAD_NPY_H

#include "base/err.h"
#include "workload/elem.h"

typedef struct {
    const char *descr; /* descr of the header: '<f4', or of records [('x', '<f4'), ('n', '<u4')] */
    uint32_t bytes;    /* size of an element */
} npy_type_t;

npy_type_t npy_type(elem_t type); /* type of plain numbers */

/* Reads a file of exactly `count` elements of `type` into `out`. `out` NULL: only checks the header. False: err. */
bool npy_read(const char *path, npy_type_t type, uint64_t count, void *out, err_t *err);
/* *count: number of elements in the header. False: err, also if the elements are not of `type`. */
bool npy_count(const char *path, npy_type_t type, uint64_t *count, err_t *err);

#endif
