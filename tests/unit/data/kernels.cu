/* Source of kernels.ptx:
 * clang-14 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_75
 *          --cuda-path=/nonexistent -O3 -S kernels.cu -o kernels.ptx */
#include <__clang_cuda_builtin_vars.h>
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

__constant__ float weight[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__device__ int launches = 5;

struct pair {
    int base;
    float scale[3];
};

extern "C" __global__ void vadd(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

extern "C" __global__ void mmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[16][16], bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    float sum = 0;
    for (int t = 0; t < n / 16; t++) {
        as[ty][tx] = a[y * n + t * 16 + tx];
        bs[ty][tx] = b[(t * 16 + ty) * n + x];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

extern "C" __global__ void collatz(const unsigned *in, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = in[i], steps = 0;
    while (x != 1 && steps < 200) {
        if (x & 1)
            x = 3 * x + 1;
        else
            x >>= 1;
        steps++;
    }
    out[i] = steps;
}

/* A struct by value, a constant bank, an indexed local array, a module-scope variable. */
extern "C" __global__ void mixed(float *out, struct pair p, double d, const signed char *in, int k)
{
    float part[8], sum = 0;
    for (int i = 0; i < 8; i++) part[i] = in[i] * weight[i & 3];
    part[k] = 7;
    for (int i = 0; i < 8; i++) sum += part[(i + k + threadIdx.x) & 7] * (i + 1);
    out[threadIdx.x] = sum / p.scale[k & 1] + p.base + (float)(d * 2.0) + launches;
}
