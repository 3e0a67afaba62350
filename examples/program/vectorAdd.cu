// c = a + b on the simulated GPU; the same program runs on a real one.
#include <cstdio>
#include <vector>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

int main()
{
    const int n = 4096;
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; i++) a[i] = i, b[i] = 2 * i;
    float *d[3];
    for (auto &p : d) cudaMalloc(&p, n * sizeof(float));
    cudaMemcpy(d[0], a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d[1], b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(d[0], d[1], d[2], n);
    cudaMemcpy(c.data(), d[2], n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (c[i] != 3.0f * i) return printf("wrong at %d\n", i), 1;
    printf("all right: %s\n", cudaGetErrorString(cudaGetLastError()));
}
