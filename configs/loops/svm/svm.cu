/* The kernel matrix of a support vector machine, a parallel loop over pairs of vectors: radial basis functions. */
extern "C" __global__ void svm_kernel(const float *vector, float *kernel, int vectors, int dims, float gamma)
{
    work_t w;
    while (work_next(&w, 2))
        for (int row = w.lower[0]; row < w.upper[0]; row++)
            for (int col = w.lower[1]; col < w.upper[1]; col++) {
                const int i = task(row), j = task(col);
                float sum = 0.0f;
                for (int d = 0; d < dims; d++) {
                    const float apart = vector[i * dims + d] - vector[j * dims + d];
                    sum += apart * apart;
                }
                kernel[i * vectors + j] = exp_approx(-gamma * sum);
            }
}
