/* cuda_min.h - the part of CUDA C's vocabulary that the kernels here need, so that they compile without a CUDA toolkit.
 *
 * regen.sh includes it before a .cu file. gpu.h has the other functions that a kernel can call. */
#ifndef CTADEL_CUDA_MIN_H
#define CTADEL_CUDA_MIN_H

#include "gpu.h"

#define __global__   __attribute__((global))
#define __device__   __attribute__((device))
#define __host__     __attribute__((host))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))

#include <__clang_cuda_builtin_vars.h>

/* The parallel loop of the launch, on a machine with a task unit: work_next waits for the next tile of the loop, and
 * returns false when none is left. `levels`: number of the loop's levels, the outermost first. A thread reads its task
 * window by two loads: {more, lower 0, upper 0, lower 1}, {upper 1, lower 2, upper 2, 0}. */
typedef struct {
    int lower[3], upper[3];
} work_t;
/* An index as the function of a task gets it; Meng et al. (Figure 2) call that function once per task. It keeps the
 * compiler from hoisting or merging code that depends on the index: a tile of many tasks must run the same code as a
 * tile of one. */
static inline __device__ __attribute__((always_inline)) int task(int index)
{
    asm volatile("" : "+r"(index));
    return index;
}

typedef unsigned words_t __attribute__((ext_vector_type(4)));
#define TASK_WINDOW ((const volatile words_t *)0x5000000ull + 2 * threadIdx.x)

static inline __device__ __attribute__((always_inline)) bool work_next(work_t *w, int levels)
{
    const words_t first = TASK_WINDOW[0];
    w->lower[0] = first.y, w->upper[0] = first.z, w->lower[1] = first.w;
    if (levels > 1) { /* in flight while the thread tests `more` */
        const words_t second = TASK_WINDOW[1];
        w->upper[1] = second.x, w->lower[2] = second.y, w->upper[2] = second.z;
    }
    return first.x != 0;
}

#endif
