// errors.cu - what a program does wrong comes back from the call; a kernel's fault stays.
#include "host.h"

extern "C" {
__global__ void store(int *at, int value) BODY({ at[threadIdx.x] = value; })
}

REGISTER(K(store))

int main()
{
    int *d, host[4] = {0};
    cudaMalloc(&d, 64 * sizeof(int));
    LAUNCH(store, 1, 2048, 0, 0, d, 1);
    CHECK("block too large", cudaGetLastError() == cudaErrorInvalidConfiguration);
    LAUNCH(store, dim3(0), 32, 0, 0, d, 1);
    CHECK("empty grid", cudaGetLastError() == cudaErrorInvalidConfiguration);
    CHECK("copy to nowhere", cudaMemcpy(host, (void *)16, 16, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CHECK("copy too long", cudaMemcpy(d, host, 257, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK("free of nothing", cudaFree(d + 1) == cudaErrorInvalidValue);
    void *large;
    CHECK("too much memory", cudaMalloc(&large, (size_t)1 << 40) == cudaErrorMemoryAllocation);
    cudaGetLastError();
    LAUNCH(store, 1, 32, 0, 0, d, 5);
    CHECK("launch", cudaDeviceSynchronize() == cudaSuccess);
    CHECK("value", cudaMemcpy(host, d, 16, cudaMemcpyDeviceToHost) == cudaSuccess && host[3] == 5);
    LAUNCH(store, 64, 32, 0, 0, (int *)0x900000000ull, 5);
    CHECK("fault", cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    CHECK("fault stays", cudaFree(d) == cudaErrorIllegalAddress);
    CHECK("fault stays", cudaMalloc(&d, 4) == cudaErrorIllegalAddress);
    CHECK("fault stays", cudaGetLastError() == cudaErrorIllegalAddress);
    CHECK("fault stays", cudaGetLastError() == cudaErrorIllegalAddress);
    CHECK("name", !strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress"));
    return finish();
}
