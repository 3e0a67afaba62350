/* mmc.cu - C = A B by tiles of 16 x 16: the CTAs of a cluster along x need the same tile of A, so each loads a part of its
 * rows and reads the others from the shared memory of its neighbours.
 *
 * The tiles are double buffered: the barrier of the cluster behind which a tile is complete is also the one behind which
 * no thread reads the other buffer. */
enum { TILE = 16 };

static inline __device__ unsigned cluster_rank(void)
{
    unsigned r;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
    return r;
}

static inline __device__ unsigned cluster_size(void)
{
    unsigned n;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(n));
    return n;
}

static inline __device__ void cluster_barrier(void)
{
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/* Address of the generic pointer p in the CTA of rank r. */
static inline __device__ const float *map_rank(const float *p, unsigned r)
{
    unsigned long long to;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(to) : "l"((unsigned long long)p), "r"(r));
    return (const float *)to;
}

/* b and c are k x w and h x w; the size of a cluster divides TILE. */
extern "C" __global__ void mmc(float *c, const float *a, const float *b, int k, int w)
{
    __shared__ float as[2][TILE][TILE], bs[2][TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    const unsigned n = cluster_size(), owner = ty % n;
    const bool loads = owner == cluster_rank();
    const float *row = map_rank(as[0][ty], owner);
    float sum = 0;
    for (int at = 0, i = 0; at < k; at += TILE, i ^= 1) {
        if (loads) as[i][ty][tx] = a[y * k + at + tx];
        bs[i][ty][tx] = b[(at + ty) * w + x];
        cluster_barrier();
        for (int j = 0; j < TILE; j++) sum += row[i * TILE * TILE + j] * bs[i][j][tx];
    }
    c[y * w + x] = sum;
    cluster_barrier(); /* others may still read this CTA's tile */
}
