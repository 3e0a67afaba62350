/* cuda_min.h - as much of CUDA C's vocabulary as a kernel here needs, without a CUDA toolkit.
 *
 * regen.sh includes it first. No device library is linked: what is not here and not a clang
 * built-in does not exist. The _approx functions are one PTX instruction each. */
#ifndef CTADEL_CUDA_MIN_H
#define CTADEL_CUDA_MIN_H

#define __global__   __attribute__((global))
#define __device__   __attribute__((device))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))

#include <__clang_cuda_builtin_vars.h>

#define exp2_approx(x)   __nvvm_ex2_approx_f(x)
#define exp_approx(x)    __nvvm_ex2_approx_f((x) * 1.44269504f)
#define log_approx(x)    (__nvvm_lg2_approx_f(x) * 0.69314718f)
#define sin_approx(x)    __nvvm_sin_approx_f(x)
#define cos_approx(x)    __nvvm_cos_approx_f(x)
#define rsqrt_approx(x)  __nvvm_rsqrt_approx_f(x)
#define sqrt_rn(x)       __builtin_sqrtf(x)
#define div_approx(a, b) __nvvm_div_approx_f(a, b)

#endif
