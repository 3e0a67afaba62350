// cluster.cu - what nvcc makes for sm_90 of clusters, mbarrier and bulk copies; with an argument, grids that are refused
// and an access that is not aligned.
#include "host.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#define SHARED(p) (unsigned)__cvta_generic_to_shared(p)

__device__ static void wait_phase(unsigned bar, int parity)
{
    asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra AGAIN; }" ::"r"(bar),
                 "r"(parity)
                 : "memory");
}
#else
#define __cluster_dims__(...)
#endif

extern "C" {
// Thread 0 fetches blocks of 192 numbers by bulk copies into two buffers, all threads add them up.
__global__ void blocks(const int *in, int *out, int n) BODY({
    __shared__ alignas(16) int box[2][192];
    __shared__ alignas(8) unsigned long long bar[2];
    const int t = threadIdx.x;
    int sum = 0;
    if (t < 2) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(SHARED(&bar[t])) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    __syncthreads();
    for (int s = 0; s <= n; s++) {
        if (s < n && t == 0) {
            const unsigned b = SHARED(&bar[s & 1]);
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 768;" ::"r"(b) : "memory");
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 768, [%2];" ::"r"(
                             SHARED(box[s & 1])),
                         "l"(in + (blockIdx.x * n + s) * 192), "r"(b)
                         : "memory");
        }
        if (!s) continue;
        wait_phase(SHARED(&bar[(s - 1) & 1]), (s - 1) >> 1 & 1);
        for (int i = t; i < 192; i += blockDim.x) sum += box[(s - 1) & 1][i];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
})

    // A CTA is a cluster of its own: its rank is 0, and the memory of rank 0 is its own.
    __global__ void ranks(int *out) BODY({
        __shared__ int word[64];
        const cooperative_groups::cluster_group c = cooperative_groups::this_cluster();
        const int t = threadIdx.x;
        word[t] = t + 1000 * blockIdx.x;
        c.sync();
        const int *other = c.map_shared_rank(word, c.block_rank());
        out[blockIdx.x * 64 + t] = other[63 - t] + 100 * c.num_blocks() + 10000 * c.block_rank();
        c.sync();
    })

        __global__ void __cluster_dims__(2, 1, 1) pairs(int *out) BODY({ out[blockIdx.x] = 1; })

            __global__ void store(char *at) BODY({ *(int *)(at + 2) = 1; })
}

REGISTER(K(blocks), K(ranks), K(pairs), K(store))

enum { CTAS = 8, THREADS = 64, STEPS = 5, BLOCK = 192 };

static void blocks_are_fetched(int *out)
{
    static int in[CTAS * STEPS * BLOCK], r[CTAS * THREADS];
    int *d, wrong = 0;
    for (int i = 0; i < CTAS * STEPS * BLOCK; i++) in[i] = i * 7 % 1013;
    cudaMalloc(&d, sizeof in);
    cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice);
    LAUNCH(blocks, CTAS, THREADS, 0, 0, d, out, (int)STEPS);
    CHECK("copy", cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int c = 0; c < CTAS; c++)
        for (int t = 0; t < THREADS; t++) {
            int sum = 0;
            for (int i = t; i < STEPS * BLOCK; i += THREADS) sum += in[c * STEPS * BLOCK + i];
            wrong += r[c * THREADS + t] != sum;
        }
    CHECK("blocks", wrong == 0);
}

static void ranks_are_zero(int *out)
{
    int r[CTAS * THREADS], wrong = 0;
    LAUNCH(ranks, CTAS, THREADS, 0, 0, out);
    CHECK("copy", cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < CTAS * THREADS; i++) wrong += r[i] != 63 - i % 64 + 1000 * (i / 64) + 100;
    CHECK("ranks", wrong == 0);
}

static void kernels_have_clusters_of_two(int *out)
{
    int r[4] = {0};
    CHECK("clear", cudaMemset(out, 0, sizeof r) == cudaSuccess);
    LAUNCH(pairs, 4, 32, 0, 0, out);
    CHECK("copy", cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK("pairs", r[0] + r[1] + r[2] + r[3] == 4);
}

int main(int argc, char **)
{
    int *out;
    cudaMalloc(&out, CTAS * THREADS * sizeof *out);
    if (argc > 1) {
        LAUNCH(pairs, 3, 32, 0, 0, out);
        CHECK("cluster", cudaGetLastError() == cudaErrorInvalidConfiguration);
        LAUNCH(store, (unsigned)1 << 24, 32, 0, 0, (char *)out);
        CHECK("grid", cudaGetLastError() == cudaErrorInvalidConfiguration);
        LAUNCH(store, 1, 1, 0, 0, (char *)out);
        CHECK("misaligned", cudaDeviceSynchronize() == cudaErrorMisalignedAddress);
        return finish();
    }
    blocks_are_fetched(out);
    ranks_are_zero(out);
    kernels_have_clusters_of_two(out);
    return finish();
}
