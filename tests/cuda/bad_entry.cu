// bad_entry.cu - one entry of a module is not supported: it is refused when it is launched, the other one runs.
#include "host.h"

extern "C" {
__global__ void good(int *at) BODY({ at[threadIdx.x] = 7; })
__global__ void bad(int *at) BODY({
    asm volatile("pmevent 1;");
    at[threadIdx.x] = 8;
})
}

REGISTER(K(good), K(bad))

int main()
{
    int *d, host[32] = {0};
    cudaMalloc(&d, sizeof host);
    LAUNCH(good, 1, 32, 0, 0, d);
    CHECK("good", cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess && host[31] == 7);
    LAUNCH(bad, 1, 32, 0, 0, d);
    CHECK("bad", cudaGetLastError() == cudaErrorInvalidPtx);
    return finish();
}
