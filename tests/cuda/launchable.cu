// launchable.cu - grids whose CTAs need no other CTA, all others, or earlier ones, for `ctadel launchable`. Each argument
// is a launch: its name, and the CTAs of the grid behind a colon, as in barrier:28.
#include "host.h"

#define THREADS 64

extern "C" {
__global__ void scale(unsigned *data) BODY({
    for (int i = 0; i < 40; i++) data[blockIdx.x * THREADS + threadIdx.x] += i;
})

// Every CTA waits until all have come.
__global__ void barrier(unsigned *count) BODY({
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (*(volatile unsigned *)count < gridDim.x) continue;
    }
    __syncthreads();
})

// The same, and it asks by an atomic.
__global__ void atomic_barrier(unsigned *count) BODY({
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < gridDim.x) continue;
    }
    __syncthreads();
})

// Every CTA waits for the one before it, as in a decoupled look-back.
__global__ void look_back(unsigned *sum) BODY({
    if (threadIdx.x == 0) {
        unsigned before = 1;
        while (blockIdx.x && (before = *(volatile unsigned *)&sum[blockIdx.x - 1]) == 0) continue;
        *(volatile unsigned *)&sum[blockIdx.x] = before + 1;
    }
})

// CTAs add one by one under a lock.
__global__ void lock(unsigned *words) BODY({
    if (threadIdx.x == 0) {
        while (atomicCAS(&words[0], 0, 1)) continue;
        *(volatile unsigned *)&words[1] += 1;
        __threadfence();
        atomicExch(&words[0], 0);
    }
})

// All CTAs add to one word, and read it back: no CTA waits.
__global__ void histogram(unsigned *words) BODY({
    for (int i = 0; i < 20; i++) words[1 + blockIdx.x] = atomicMax(&words[0], blockIdx.x + i);
})
}

REGISTER(K(scale), K(barrier), K(atomic_barrier), K(look_back), K(lock), K(histogram))

static void cooperative(unsigned *words, unsigned ctas)
{
    void *args[] = {&words};
    cudaLaunchCooperativeKernel((const void *)barrier, dim3(ctas), dim3(THREADS), args, 0, 0);
}

int main(int argc, char **argv)
{
    unsigned *words;
    const size_t bytes = 1 << 20;
    cudaMalloc(&words, bytes);
    for (int i = 1; i < argc; i++) {
        const char *colon = strchr(argv[i], ':');
        const unsigned ctas = colon ? (unsigned)atoi(colon + 1) : 1;
        cudaMemset(words, 0, bytes);
        if (!strncmp(argv[i], "scale", 5)) LAUNCH(scale, ctas, THREADS, 0, 0, words);
        else if (!strncmp(argv[i], "barrier", 7)) LAUNCH(barrier, ctas, THREADS, 0, 0, words);
        else if (!strncmp(argv[i], "atomic_barrier", 14)) LAUNCH(atomic_barrier, ctas, THREADS, 0, 0, words);
        else if (!strncmp(argv[i], "look_back", 9)) LAUNCH(look_back, ctas, THREADS, 0, 0, words);
        else if (!strncmp(argv[i], "lock", 4)) LAUNCH(lock, ctas, THREADS, 0, 0, words);
        else if (!strncmp(argv[i], "histogram", 9)) LAUNCH(histogram, ctas, THREADS, 0, 0, words);
        else if (!strncmp(argv[i], "cooperative", 11)) cooperative(words, ctas);
        cudaDeviceSynchronize();
    }
    return 0;
}
