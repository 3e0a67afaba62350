/* cuda_min.h - as much of CUDA C's vocabulary as a kernel here needs, without a CUDA toolkit.
 *
 * regen.sh includes it before a .cu file. What else a kernel can call stands in gpu.h. */
#ifndef CTADEL_CUDA_MIN_H
#define CTADEL_CUDA_MIN_H

#include "gpu.h"

#define __global__   __attribute__((global))
#define __device__   __attribute__((device))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))

#include <__clang_cuda_builtin_vars.h>

#endif
