// Prints which SM ran each block, from when to when: a dispatch log of the GPU that it runs on, real or simulated.
//   dispatch_log [GRID_X GRID_Y THREADS CYCLES LAUNCHES] >log.csv
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef unsigned long long u64;

__device__ u64 nanoseconds()
{
    u64 t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

// Blocks take CYCLES to twice as many, so that places become free one by one, and which block comes next to which SM shows.
extern "C" __global__ void spin(unsigned *sm, u64 *start, u64 *end, unsigned cycles)
{
    const unsigned cta = blockIdx.x + blockIdx.y * gridDim.x;
    const u64 began = nanoseconds(), first = clock64();
    while (clock64() - first < cycles + cycles * (cta % 13) / 12) continue;
    __syncthreads();
    if (threadIdx.x != 0) return;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm[cta]));
    start[cta] = began;
    end[cta] = nanoseconds();
}

template <class T> std::vector<T> read_back(T *device, unsigned count)
{
    std::vector<T> v(count);
    cudaMemcpy(v.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

int main(int argc, char **argv)
{
    const unsigned given[] = {24, 16, 256, 20000, 2}; // grid x and y, threads, cycles, launches
    unsigned n[5];
    for (int i = 0; i < 5; i++) n[i] = argc > i + 1 ? atoi(argv[i + 1]) : given[i];
    const unsigned ctas = n[0] * n[1];
    unsigned *sm;
    u64 *start, *end;
    cudaMalloc(&sm, ctas * sizeof *sm);
    cudaMalloc(&start, ctas * sizeof *start);
    cudaMalloc(&end, ctas * sizeof *end);
    printf("kernel,cta,sm,start,end\n");
    for (unsigned k = 0; k < n[4]; k++) {
        spin<<<dim3(n[0], n[1]), n[2]>>>(sm, start, end, n[3]);
        const std::vector<unsigned> on = read_back(sm, ctas);
        const std::vector<u64> from = read_back(start, ctas), to = read_back(end, ctas);
        for (unsigned c = 0; c < ctas; c++) printf("%u,%u,%u,%llu,%llu\n", k, c, on[c], from[c], to[c]);
    }
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
