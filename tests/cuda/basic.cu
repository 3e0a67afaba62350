// basic.cu - constants, device variables, structs by value, atomics, dynamic shared memory, pitched copies.
#include "host.h"

struct scale_t {
    float by;
    short plus;
    double bias;
};

extern "C" {
__constant__ float weights[4];
__device__ int total;
__device__ int table[3];

__global__ void scale(const float *in, float *out, scale_t s, int n) BODY({
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * s.by * weights[i & 3] + s.plus + (float)s.bias;
})

__global__ void count(const int *in, int n) BODY({
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0) atomicAdd(&total, 1);
    if (i == 0) table[2] = table[0] + table[1];
})

__global__ void reverse(int *data) BODY({
    extern __shared__ int tile[];
    int *at = data + blockIdx.x * blockDim.x;
    tile[threadIdx.x] = at[threadIdx.x];
    __syncthreads();
    at[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
})

__global__ void rows(float *at, size_t pitch, int width) BODY({
    float *row = (float *)((char *)at + blockIdx.x * pitch);
    if (threadIdx.x < width) row[threadIdx.x] += blockIdx.x;
})
}

REGISTER(K(scale), K(count), K(reverse), K(rows), V(weights), V(total), V(table))

enum { N = 1000 };

static void constants_and_structs()
{
    static float in[N], out[N];
    const float w[4] = {1, 2, 3, 4};
    float *d_in, *d_out;
    const scale_t s = {0.5f, 3, 0.25};
    for (int i = 0; i < N; i++) in[i] = (float)i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    CHECK("constants", cudaMemcpyToSymbol(weights, w, sizeof w) == cudaSuccess);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    LAUNCH(scale, (N + 127) / 128, 128, 0, 0, d_in, d_out, s, (int)N);
    CHECK("scale", cudaGetLastError() == cudaSuccess);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++) wrong += out[i] != in[i] * 0.5f * w[i & 3] + 3.25f;
    CHECK("scale", wrong == 0);
    cudaFree(d_in);
    cudaFree(d_out);
}

static void variables_and_atomics()
{
    static int in[N];
    int *d_in, *d_table, sum = -1, expected = 7, start[3] = {40, 2, 0};
    for (int i = 0; i < N; i++) in[i] = i * i % 17, expected += in[i] % 3 == 0;
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    sum = 7;
    cudaMemcpyToSymbol(total, &sum, sizeof sum);
    CHECK("symbol address", cudaGetSymbolAddress((void **)&d_table, table) == cudaSuccess);
    cudaMemcpy(d_table, start, sizeof start, cudaMemcpyHostToDevice);
    LAUNCH(count, (N + 255) / 256, 256, 0, 0, d_in, (int)N);
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    cudaMemcpyFromSymbol(start, table, sizeof start);
    CHECK("atomics", sum == expected);
    CHECK("device variable", start[2] == 42);
    cudaFree(d_in);
}

static void shared_memory()
{
    static int data[512];
    int *d, wrong = 0;
    for (int i = 0; i < 512; i++) data[i] = i;
    cudaMalloc(&d, sizeof data);
    cudaMemcpy(d, data, sizeof data, cudaMemcpyHostToDevice);
    LAUNCH(reverse, 2, 256, 256 * sizeof(int), 0, d);
    cudaMemcpy(data, d, sizeof data, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 512; i++) wrong += data[i] != i / 256 * 256 + 255 - i % 256;
    CHECK("dynamic shared memory", wrong == 0);
    cudaFree(d);
}

static void pitched()
{
    float m[5][33], *d;
    size_t pitch;
    int wrong = 0;
    for (int i = 0; i < 5 * 33; i++) (&m[0][0])[i] = (float)i;
    cudaMallocPitch(&d, &pitch, 33 * sizeof(float), 5);
    CHECK("pitch", pitch >= 33 * sizeof(float) && pitch % 256 == 0);
    cudaMemcpy2D(d, pitch, m, sizeof m[0], sizeof m[0], 5, cudaMemcpyHostToDevice);
    LAUNCH(rows, 5, 64, 0, 0, d, pitch, 33);
    cudaMemcpy2D(m, sizeof m[0], d, pitch, sizeof m[0], 5, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5 * 33; i++) wrong += (&m[0][0])[i] != (float)(i + i / 33);
    CHECK("rows", wrong == 0);
    cudaFree(d);
}

int main()
{
    constants_and_structs();
    variables_and_atomics();
    shared_memory();
    pitched();
    return finish();
}
