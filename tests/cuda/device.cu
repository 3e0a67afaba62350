// device.cu - what the device's own library does: printf, mathematics in double precision, a barrier of the grid; and
// shared memory with atomics.
#include "host.h"

#include <cmath>
#ifdef __CUDACC__
#include <cooperative_groups.h>
#endif

extern "C" {
__global__ void hello(int from) BODY({
    if (threadIdx.x < 2) printf("thread %d of %s: %.3f\n", from + (int)threadIdx.x, "hello", 0.5 * threadIdx.x);
})

__global__ void sines(const double *in, double *out, double *power) BODY({
    out[threadIdx.x] = sin(in[threadIdx.x]);
    power[threadIdx.x] = pow(fabs(in[threadIdx.x]), 1.5);
})

__global__ void sort(int *data, int *histogram) BODY({
    __shared__ int tile[128];
    tile[threadIdx.x] = data[threadIdx.x];
    atomicAdd(&histogram[data[threadIdx.x] & 7], 1);
    __syncthreads();
    for (int k = 2; k <= 128; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            const int i = threadIdx.x ^ j;
            const int mine = tile[threadIdx.x], other = tile[i];
            __syncthreads();
            const bool up = (threadIdx.x & k) == 0, low = threadIdx.x < i;
            tile[threadIdx.x] = up == low ? min(mine, other) : max(mine, other);
            __syncthreads();
        }
    data[threadIdx.x] = tile[threadIdx.x];
})

__global__ void rounds(int *part, int *out) BODY({
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int sum = 0;
    if (threadIdx.x == 0) part[blockIdx.x] = blockIdx.x + 1;
    for (int round = 0; round < 3; round++) {
        grid.sync();
        for (int i = 0; i < gridDim.x; i++) sum += part[i];
        grid.sync();
        if (threadIdx.x == 0) part[blockIdx.x]++;
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
})
}

REGISTER(K(hello), K(sines), K(sort), K(rounds))

static bool near(double found, double expected)
{
    return std::fabs(found - expected) <= 1e-14 * (1 + std::fabs(expected));
}

static void mathematics()
{
    static double in[64], out[64], power[64];
    double *d;
    int wrong = 0;
    for (int i = 0; i < 64; i++) in[i] = (i - 32) * 0.37 + (i == 63 ? 1e7 : 0);
    cudaMalloc(&d, 3 * sizeof in);
    cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice);
    LAUNCH(sines, 1, 64, 0, 0, (const double *)d, d + 64, d + 128);
    CHECK("kernel", cudaMemcpy(out, d + 64, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    cudaMemcpy(power, d + 128, sizeof power, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        wrong += !near(out[i], std::sin(in[i])) + !near(power[i], std::pow(std::fabs(in[i]), 1.5));
    CHECK("sines and powers", wrong == 0);
    cudaFree(d);
}

static void sorted()
{
    int data[128], histogram[8] = {0}, *d, wrong = 0;
    for (int i = 0; i < 128; i++) data[i] = i * 37 % 128;
    cudaMalloc(&d, sizeof data + sizeof histogram);
    cudaMemcpy(d, data, sizeof data, cudaMemcpyHostToDevice);
    cudaMemset(d + 128, 0, sizeof histogram);
    LAUNCH(sort, 1, 128, 0, 0, d, d + 128);
    cudaMemcpy(data, d, sizeof data, cudaMemcpyDeviceToHost);
    cudaMemcpy(histogram, d + 128, sizeof histogram, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i++) wrong += data[i] != i || histogram[i % 8] != 16;
    CHECK("sorted", wrong == 0);
    cudaFree(d);
}

static void cooperative()
{
    enum { CTAS = 56 };
    int *part, *out, sums[CTAS], wrong = 0;
    cudaMalloc(&part, sizeof sums);
    cudaMalloc(&out, sizeof sums);
    void *args[] = {&part, &out};
    CHECK("cooperative launch", !cudaLaunchCooperativeKernel((const void *)rounds, CTAS, 64, args, 0, 0));
    CHECK("its end", cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < CTAS; i++) wrong += sums[i] != 3 * (CTAS * (CTAS + 1) / 2 + CTAS);
    CHECK("sums over the grid", wrong == 0);
    CHECK("grid too large", cudaLaunchCooperativeKernel((const void *)rounds, 1000, 64, args, 0, 0) ==
                                cudaErrorCooperativeLaunchTooLarge);
    cudaGetLastError();
    cudaFree(part);
    cudaFree(out);
}

int main()
{
    LAUNCH(hello, 1, 32, 0, 0, 40);
    CHECK("printf", cudaDeviceSynchronize() == cudaSuccess);
    mathematics();
    sorted();
    cooperative();
    return finish();
}
