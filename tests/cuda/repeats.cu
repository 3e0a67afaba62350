// repeats.cu - launches that do again what earlier ones did, and others that only look so. What it prints is the same
// with --repeat-after; run.sh knows how many launches of each part are simulated then.
#include "host.h"

extern "C" {
__constant__ int factor;

__global__ void scale(int *out, const int *in) BODY({
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * factor;
}) __global__ void increase(int *x) BODY({ x[threadIdx.x]++; }) __global__ void count(int *sum)
    BODY({ atomicAdd(sum, (int)threadIdx.x); }) __global__ void when(long long *cycle)
        BODY({ cycle[threadIdx.x] = clock64() > 0; })
}

REGISTER(K(scale), K(increase), K(count), K(when), V(factor))

enum { N = 256, CTAS = 4 };

static int out[N], in[N];

static int sum_of(const int *device)
{
    int sum = 0;
    cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) sum += out[i] * (i % 7 + 1);
    return sum;
}

static void set(int *device, int first)
{
    for (int i = 0; i < N; i++) in[i] = first + i;
    cudaMemcpy(device, in, sizeof in, cudaMemcpyHostToDevice);
}

static void set_factor(int to) { cudaMemcpyToSymbol(factor, &to, sizeof to); }

// The second launch finds what the first has left in `to`; those behind it repeat it.
static void scale_times(int *to, int *from, int times)
{
    for (int i = 0; i < times; i++) LAUNCH(scale, CTAS, N / CTAS, 0, 0, to, (const int *)from);
    printf("scaled %d\n", sum_of(to));
}

// 2 of 5 are simulated; 2 of 4 with other input; 2 of 4 with another constant; none of 2, as all that was before.
static void written_by_the_host(int *a, int *b)
{
    set(a, 1);
    set_factor(3);
    scale_times(b, a, 5);
    set(a, 100);
    scale_times(b, a, 4);
    set_factor(5);
    scale_times(b, a, 4);
    cudaMemset(b, 0, N * sizeof *b);
    set(a, 1);
    set_factor(3);
    scale_times(b, a, 2);
}

// All 3 in place are simulated, as each finds what the one before has left; the 2 after the start is set again are not.
static void in_place(int *a)
{
    set(a, 0);
    for (int i = 0; i < 3; i++) LAUNCH(increase, 1, N, 0, 0, a);
    printf("increased %d\n", sum_of(a));
    set(a, 0);
    for (int i = 0; i < 2; i++) LAUNCH(increase, 1, N, 0, 0, a);
    printf("increased %d\n", sum_of(a));
}

// All 3 are simulated.
static void atomics(int *a)
{
    cudaMemset(a, 0, N * sizeof *a);
    for (int i = 0; i < 3; i++) LAUNCH(count, 2, N, 0, 0, a);
    printf("counted %d\n", sum_of(a));
}

// All 6 are simulated: the host reaches managed memory, and a clock has gone on.
static void never()
{
    int *managed;
    long long *clocks;
    cudaMallocManaged(&managed, N * sizeof *managed);
    cudaMalloc(&clocks, N * sizeof *clocks);
    for (int i = 0; i < N; i++) managed[i] = i;
    for (int i = 0; i < 3; i++) LAUNCH(scale, CTAS, N / CTAS, 0, 0, managed, (const int *)managed);
    cudaDeviceSynchronize();
    printf("managed %d\n", managed[5]);
    for (int i = 0; i < 3; i++) LAUNCH(when, 1, N, 0, 0, clocks);
    printf("clocks %d\n", sum_of((int *)clocks));
    cudaFree(managed);
    cudaFree(clocks);
}

// All 4 are simulated: each pair overlaps.
static void overlapping(int *a, int *b)
{
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) cudaStreamCreate(&s[i]);
    set(a, 9);
    for (int i = 0; i < 4; i++) LAUNCH(scale, CTAS, N / CTAS, 0, s[i % 2], i % 2 ? b + N : b, (const int *)a);
    cudaDeviceSynchronize();
    printf("overlapped %d %d\n", sum_of(b), sum_of(b + N));
    for (int i = 0; i < 2; i++) cudaStreamDestroy(s[i]);
}

// 2 of 8 are simulated, and the others take their time.
static void timed(int *a, int *b)
{
    cudaEvent_t from, to;
    float ms = -1;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    set(a, 77);
    cudaEventRecord(from, 0);
    for (int i = 0; i < 8; i++) LAUNCH(scale, CTAS, N / CTAS, 0, 0, b, (const int *)a);
    cudaEventRecord(to, 0);
    cudaEventSynchronize(to);
    CHECK("elapsed time", cudaEventElapsedTime(&ms, from, to) == cudaSuccess && ms > 8 * 0.0002f);
    printf("timed %d\n", sum_of(b));
}

int main(void)
{
    int *a, *b;
    cudaMalloc(&a, N * sizeof *a);
    cudaMalloc(&b, 2 * N * sizeof *b);
    written_by_the_host(a, b);
    in_place(a);
    atomics(a);
    never();
    overlapping(a, b);
    timed(a, b);
    printf("output %d\n", sum_of(b));
    return finish();
}
