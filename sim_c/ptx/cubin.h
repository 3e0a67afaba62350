/* cubin.h - what machine code says of a kernel that its PTX does not. */
#ifndef CTADEL_PTX_CUBIN_H
#define CTADEL_PTX_CUBIN_H

#include <stddef.h>
#include <stdint.h>

/* Registers per thread of a kernel; 0: the cubin has no such kernel, or is none. */
uint32_t cubin_registers(const void *cubin, size_t bytes, const char *kernel);

#endif
