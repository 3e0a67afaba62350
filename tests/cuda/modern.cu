// modern.cu - what nvcc makes for sm_80 of 16-bit floats, votes of a CTA, sums of a warp, copies into shared memory
// that go on behind the arithmetic, and a grid whose CTAs wait for each other.
#include "host.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#endif

extern "C" {
__global__ void halves(const unsigned *a, const unsigned *b, float *out) BODY({
    const int i = threadIdx.x;
    const __half2 x = *(const __half2 *)&a[i], y = *(const __half2 *)&b[i], r = __hfma2(x, y, __hadd2(x, y));
    out[2 * i] = __low2float(r);
    out[2 * i + 1] = __high2float(r);
})

    __global__ void votes(const int *in, int *out) BODY({
        const int i = threadIdx.x;
        const int n = __syncthreads_count(in[i] > 0), any = __syncthreads_or(in[i] > 100);
        out[i] = n + (any ? 1000 : 0) + (__syncthreads_and(in[i] > 0) ? 2000 : 0);
        out[i] += 10000 * __reduce_max_sync(~0u, in[i] & 31);
    })

    // Two stages: one is summed, mirrored, while the next is on its way. Threads from 48 on read nothing and get zeros.
    __global__ void stages(const int4 *in, int *out, int n) BODY({
        __shared__ int4 box[2][64];
        const int t = threadIdx.x;
        int sum = 0;
        for (int s = 0; s <= n; s++) {
            if (s < n) __pipeline_memcpy_async(&box[s & 1][t], in + s * 64 + t, 16, t < 48 ? 0 : 16);
            __pipeline_commit();
            if (!s) continue;
            __pipeline_wait_prior(1);
            __syncthreads();
            sum += box[s - 1 & 1][63 - t].x + box[s - 1 & 1][63 - t].w;
            __syncthreads();
        }
        out[t] = sum;
    })

        __global__ void relay(int *data, int n) BODY({
            const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            data[i] = i;
            grid.sync();
            const int other = data[n - 1 - i];
            grid.sync();
            data[i] = other;
        })
}

REGISTER(K(halves), K(votes), K(stages), K(relay))

enum { N = 64, STAGES = 6, GRID = 256 };

static const int *to_device(const void *from, size_t bytes)
{
    int *d = nullptr;
    cudaMalloc(&d, bytes);
    cudaMemcpy(d, from, bytes, cudaMemcpyHostToDevice);
    return d;
}

// 16-bit 1.5 and 2, -3 and 0.25: 1.5 * -3 + 1.5 - 3, 2 * 0.25 + 2.25.
static void halves_are_exact(int *out)
{
    unsigned a[N], b[N];
    float r[2 * N];
    int wrong = 0;
    for (int i = 0; i < N; i++) a[i] = 0x40003e00, b[i] = 0x3400c200;
    LAUNCH(halves, 1, N, 0, 0, (const unsigned *)to_device(a, sizeof a), (const unsigned *)to_device(b, sizeof b),
           (float *)out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) wrong += r[2 * i] != -6.0f || r[2 * i + 1] != 2.75f;
    CHECK("halves", wrong == 0);
}

static void votes_count(int *out)
{
    int in[N], r[N], wrong = 0;
    for (int i = 0; i < N; i++) in[i] = i % 3 ? i + 60 : 0;
    LAUNCH(votes, 1, N, 0, 0, to_device(in, sizeof in), out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        int most = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++) most = (in[k] & 31) > most ? in[k] & 31 : most;
        wrong += r[i] != 42 + 1000 + 10000 * most;
    }
    CHECK("votes", wrong == 0);
}

static void stages_overlap(int *out)
{
    static int in[STAGES][N][4];
    int r[N], wrong = 0;
    for (int i = 0; i < STAGES * N; i++)
        for (int k = 0; k < 4; k++) in[i / N][i % N][k] = (4 * i + k) * i % 1009;
    LAUNCH(stages, 1, N, 0, 0, (const struct int4 *)to_device(in, sizeof in), out, (int)STAGES);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int s = 0; s < STAGES && 63 - i < 48; s++) sum += in[s][63 - i][0] + in[s][63 - i][3];
        wrong += r[i] != sum;
    }
    CHECK("stages", wrong == 0);
}

static void grids_wait(int *out)
{
    int r[GRID], n = GRID, wrong = 0;
    void *args[] = {&out, &n};
    CHECK("cooperative launch", cudaLaunchCooperativeKernel((const void *)relay, GRID / 32, 32, args, 0, 0) == 0);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < GRID; i++) wrong += r[i] != GRID - 1 - i;
    CHECK("relay", wrong == 0);
}

int main(void)
{
    int *out;
    cudaMalloc(&out, GRID * sizeof *out);
    halves_are_exact(out);
    votes_count(out);
    stages_overlap(out);
    grids_wait(out);
    return finish();
}
