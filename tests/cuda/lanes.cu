// lanes.cu - lanes of one warp that wait for one another: exchange and votes in both branches, a lock, a flag, barriers
// of the warp and of the CTA.
#include "host.h"

extern "C" {
__global__ void exchange(int *out) BODY({
    const int lane = threadIdx.x;
    int v;
    if (lane & 1) v = __shfl_sync(~0u, lane * 10, lane ^ 1);
    else v = __shfl_sync(~0u, lane * 10 + 1, lane ^ 1) + 5;
    out[lane] = v;
})

    __global__ void ballot(int *out) BODY({
        const int lane = threadIdx.x;
        if (lane < 16) out[lane] = __ballot_sync(~0u, lane % 3 == 0) + 1;
        else out[lane] = __ballot_sync(~0u, lane % 5 == 0);
    })

        __global__ void locked(int *lock, int *count) BODY({
            while (atomicCAS(lock, 0, 1) != 0)
                ;
            *(volatile int *)count = *(volatile int *)count + 1;
            __threadfence();
            atomicExch(lock, 0);
        })

            __global__ void relay(volatile int *flag, int *out) BODY({
                const int lane = threadIdx.x;
                while (*flag != 31 - lane)
                    ;
                out[lane] = lane * 2;
                __threadfence();
                *flag = 32 - lane;
            })

                __global__ void halves(int *out) BODY({
                    __shared__ int box[64];
                    const int t = threadIdx.x;
                    if (t & 1) {
                        box[t] = t * 3;
                        __syncthreads();
                        out[t] = box[63 - t];
                    } else {
                        box[t] = t * 5;
                        __syncthreads();
                        out[t] = box[63 - t] + 1;
                    }
                })
}

REGISTER(K(exchange), K(ballot), K(locked), K(relay), K(halves))

static int *device_ints(int n)
{
    int *d = nullptr;
    cudaMalloc((void **)&d, n * sizeof(int));
    cudaMemset(d, 0, n * sizeof(int));
    return d;
}

int main()
{
    int *out = device_ints(64), *lock = device_ints(2), host[64], wrong = 0;
    LAUNCH(exchange, 1, 32, 0, 0, out);
    cudaMemcpy(host, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != (i ^ 1) * 10 + (i & 1 ? 1 : 5);
    CHECK("an exchange in both branches", wrong == 0);
    LAUNCH(ballot, 1, 32, 0, 0, out);
    cudaMemcpy(host, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != (i < 16 ? 0x42109249 + 1 : 0x42109249);
    CHECK("a ballot in both branches", wrong == 0);
    LAUNCH(locked, 2, 64, 0, 0, lock, lock + 1);
    cudaMemcpy(host, lock, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    CHECK("a lock", host[0] == 0 && host[1] == 128);
    cudaMemset(lock, 0, 4);
    LAUNCH(relay, 1, 32, 0, 0, lock, out);
    cudaMemcpy(host, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != 2 * i;
    CHECK("lanes that wait for the next one", wrong == 0);
    LAUNCH(halves, 1, 64, 0, 0, out);
    cudaMemcpy(host, out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) wrong += host[i] != (i & 1 ? (63 - i) * 5 : (63 - i) * 3 + 1);
    CHECK("a barrier in both branches", wrong == 0);
    return finish();
}
