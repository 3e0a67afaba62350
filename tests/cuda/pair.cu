// pair.cu - two kernels that complement each other, in two streams: one computes, one moves data.
#include "host.h"

extern "C" {
__global__ void compute(float *out, int turns) BODY({
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = 1.0f + i % 7;
    for (int t = 0; t < turns; t++) x = x * 0.5f + 1.0f;
    out[i] = x;
})

__global__ void gather(const int *in, int *out, int stride, int n) BODY({
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < 4; k++) sum += in[(i * stride + k * 1031) % n];
    out[i] = sum;
})
}

REGISTER(K(compute), K(gather))

enum { CTAS = 160, THREADS = 128, N = CTAS * THREADS, TURNS = 60, STRIDE = 33 };

int main()
{
    static float x[N];
    static int in[N], out[N];
    float *d_x;
    int *d_in, *d_out, wrong = 0;
    cudaStream_t a, b;
    for (int i = 0; i < N; i++) in[i] = i ^ 0x155;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    LAUNCH(compute, CTAS, THREADS, 0, a, d_x, (int)TURNS);
    LAUNCH(gather, CTAS, THREADS, 0, b, d_in, d_out, (int)STRIDE, (int)N);
    CHECK("kernels", cudaDeviceSynchronize() == cudaSuccess);
    cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        float y = 1.0f + i % 7;
        int sum = 0;
        for (int t = 0; t < TURNS; t++) y = y * 0.5f + 1.0f;
        for (int k = 0; k < 4; k++) sum += in[(i * STRIDE + k * 1031) % N];
        wrong += x[i] != y || out[i] != sum;
    }
    CHECK("both outputs", wrong == 0);
    return finish();
}
