// bad_entry.cu - a zoo of templates in one module, one of which is not supported: it is refused when it is launched,
// the others run.
#include "host.h"

template <int N>
__global__ void zoo(int *at) BODY({
    if (N == 2) asm volatile("{ .reg .b32 a; mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {a, a}, {a}, {a}, {a, a}; }");
    at[threadIdx.x] += N;
})

#define ZOO(n)                                                                                                         \
    registered { "_Z3zooILi" #n "EEvPi", (const void *)zoo<n>, 0 }
    REGISTER(ZOO(0), ZOO(1), ZOO(2), ZOO(3), ZOO(4))

        int main()
{
    int *d, host[32] = {0};
    cudaMalloc(&d, sizeof host);
    cudaMemset(d, 0, sizeof host);
    LAUNCH(zoo<0>, 1, 32, 0, 0, d);
    LAUNCH(zoo<1>, 1, 32, 0, 0, d);
    LAUNCH(zoo<3>, 1, 32, 0, 0, d);
    CHECK("good", cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess && host[31] == 4);
    LAUNCH(zoo<2>, 1, 32, 0, 0, d);
    CHECK("bad", cudaGetLastError() == cudaErrorInvalidPtx);
    LAUNCH(zoo<4>, 1, 32, 0, 0, d);
    CHECK("good after bad", cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess && host[31] == 8);
    return finish();
}
