/* cubin.h - reads from machine code what PTX does not say about a kernel: its registers per thread. */
#ifndef CTADEL_PTX_CUBIN_H
#define CTADEL_PTX_CUBIN_H

#include <stddef.h>
#include <stdint.h>

enum { CUBIN_REGISTERS_MAX = 255 };

/* Registers per thread of a kernel, 1 to CUBIN_REGISTERS_MAX. 0: `cubin` holds no kernel of this name, or is not a
 * 64-bit ELF file. `cubin` may be any bytes; NULL only with `bytes` 0. */
uint32_t cubin_registers(const void *cubin, size_t bytes, const char *kernel);

#endif
