// streams.cu - kernels of two streams overlap, events have simulated time, managed and pinned memory is the host's, too.
#include "host.h"

#include <unistd.h>

extern "C" {
__global__ void spin(int *out, int turns) BODY({
    int x = threadIdx.x;
    for (int i = 0; i < turns; i++) x = x * 1664525 + 1013904223;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
})

__global__ void add(int *a, const int *b) BODY({ a[threadIdx.x] += b[threadIdx.x]; })
}

REGISTER(K(spin), K(add))

enum { TURNS = 200 };

static float time_of(cudaStream_t first, cudaStream_t second, int *out)
{
    cudaEvent_t from, to, done;
    float ms = -1;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaEventCreate(&done);
    cudaEventRecord(from, 0);
    LAUNCH(spin, 4, 64, 0, first, out, (int)TURNS);
    LAUNCH(spin, 4, 64, 0, second, out + 256, (int)TURNS);
    cudaEventRecord(done, second);
    CHECK("query before the end", cudaEventQuery(done) == cudaErrorNotReady);
    cudaEventRecord(to, 0);
    cudaEventSynchronize(to);
    CHECK("query after the end", cudaEventQuery(done) == cudaSuccess);
    CHECK("elapsed time", cudaEventElapsedTime(&ms, from, to) == cudaSuccess);
    return ms;
}

static void overlap()
{
    cudaStream_t a, b;
    int *out;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMalloc(&out, 512 * sizeof(int));
    const float in_turn = time_of(a, a, out), together = time_of(a, b, out);
    CHECK("overlap", together > 0 && together < 0.6f * in_turn);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(out);
}

static void order()
{
    cudaStream_t a, b;
    cudaEvent_t copied;
    int *pinned, *managed, *device, wrong = 0;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&copied);
    cudaMallocHost(&pinned, 64 * sizeof(int));
    cudaMallocManaged(&managed, 64 * sizeof(int));
    cudaMalloc(&device, 64 * sizeof(int));
    for (int i = 0; i < 64; i++) pinned[i] = i, managed[i] = 1000;
    cudaMemcpyAsync(device, pinned, 64 * sizeof(int), cudaMemcpyHostToDevice, a);
    cudaEventRecord(copied, a);
    cudaStreamWaitEvent(b, copied, 0);
    LAUNCH(add, 1, 64, 0, b, managed, (const int *)device);
    LAUNCH(add, 1, 64, 0, b, managed, (const int *)pinned); // the kernel reads the host's memory
    cudaStreamSynchronize(b);
    for (int i = 0; i < 64; i++) wrong += managed[i] != 1000 + 2 * i;
    CHECK("order of streams", wrong == 0);
    cudaFreeHost(pinned);
    cudaFree(managed);
    cudaFree(device);
}

static volatile int called;
static void call(void *number) { called = *(int *)number; }

// The program asks for nothing while it waits for its function.
static void background()
{
    cudaStream_t a;
    int *out, number = 7;
    cudaStreamCreate(&a);
    cudaMalloc(&out, 256 * sizeof(int));
    LAUNCH(spin, 4, 64, 0, a, out, (int)TURNS);
    CHECK("host function", cudaLaunchHostFunc(a, call, &number) == cudaSuccess);
    for (int i = 0; i < 3000 && !called; i++) usleep(10000);
    CHECK("called", called == 7);
    cudaStreamDestroy(a);
    cudaFree(out);
}

int main()
{
    overlap();
    order();
    background();
    return finish();
}
