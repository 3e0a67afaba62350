/* elem.h - element types of buffers (f32 f64 u8 s8 u16 s16 u32 s32 u64 s64) and access to one element. */
#ifndef CTADEL_WORKLOAD_ELEM_H
#define CTADEL_WORKLOAD_ELEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    ELEM_F32,
    ELEM_F64,
    ELEM_U8,
    ELEM_S8,
    ELEM_U16,
    ELEM_S16,
    ELEM_U32,
    ELEM_S32,
    ELEM_U64,
    ELEM_S64,
    ELEM_COUNT
} elem_t;

const char *elem_name(elem_t type);
const char *elem_npy(elem_t type); /* its descr in a .npy header, quotes included: '<f4' */
uint32_t elem_bytes(elem_t type);
bool elem_is_real(elem_t type);
bool elem_parse(const char *name, elem_t *type); /* false: no such type */

/* True: the type can hold the whole number; a real type holds any, rounded. */
bool elem_holds(elem_t type, int64_t value);

/* `at` need not be aligned. */
void elem_put_whole(elem_t type, void *at, int64_t value);             /* integer types keep the low bits */
void elem_put_real(elem_t type, void *at, double value);               /* real types only */
double elem_real(elem_t type, const void *at);                         /* nearest double */
bool elem_equal(elem_t type, const void *a, const void *b);            /* same number, or both NaN */
void elem_print(elem_t type, const void *at, char *text, size_t size); /* decimal; `size` bytes of text */

#endif
