// textures.cu - texture objects on an array, on rows and on linear memory, and a surface.
#include "host.h"

extern "C" {
__global__ void sample(cudaTextureObject_t t, float *out, float step)
    BODY({ out[blockIdx.x * blockDim.x + threadIdx.x] = tex2D<float>(t, threadIdx.x * step, blockIdx.x * step); })

__global__ void fetch(cudaTextureObject_t t, float *out)
    BODY({ out[threadIdx.x] = tex1Dfetch<float>(t, (int)threadIdx.x - 1); })

__global__ void invert(cudaSurfaceObject_t s, int width) BODY({
    if (threadIdx.x >= width) return;
    const uchar4 v = surf2Dread<uchar4>(s, threadIdx.x * sizeof(uchar4), blockIdx.x);
    surf2Dwrite(make_uchar4(255 - v.x, v.z, v.y, v.w), s, threadIdx.x * sizeof(uchar4), blockIdx.x);
})
}

REGISTER(K(sample), K(fetch), K(invert))

enum { W = 16, H = 8 };

static cudaTextureObject_t object(const cudaResourceDesc *from, const cudaTextureDesc *desc)
{
    cudaTextureObject_t t = 0;
    cudaResourceDesc back = {};
    CHECK("object", cudaCreateTextureObject(&t, from, desc, 0) == cudaSuccess && t != 0);
    CHECK("its memory", cudaGetTextureObjectResourceDesc(&back, t) == cudaSuccess && back.resType == from->resType);
    return t;
}

// Texel centres are at .5: in steps of a half, every second sample lies between two texels.
static void filtered(const cudaResourceDesc *from, const float *texel)
{
    static float out[H * 2 * W];
    float *d;
    cudaTextureDesc desc = {};
    int wrong = 0;
    desc.addressMode[0] = desc.addressMode[1] = cudaAddressModeClamp;
    desc.filterMode = cudaFilterModeLinear;
    const cudaTextureObject_t t = object(from, &desc);
    cudaMalloc(&d, sizeof out);
    LAUNCH(sample, H, 2 * W, 0, 0, t, d, 0.5f);
    CHECK("sample", cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < 2 * W; x++) {
            float sum = 0;
            for (int i = 0; i < 4; i++) {
                const int left = x ? (x - 1) / 2 : 0, up = y ? (y - 1) / 2 : 0;
                const int right = x % 2 || !x || left == W - 1 ? left : left + 1, down = y % 2 || !y ? up : up + 1;
                sum += texel[(i < 2 ? up : down) * W + (i % 2 ? right : left)];
            }
            wrong += out[y * 2 * W + x] != sum / 4;
        }
    CHECK("filtered texels", wrong == 0);
    CHECK("destroy", cudaDestroyTextureObject(t) == cudaSuccess);
    CHECK("destroy again", cudaDestroyTextureObject(t) == cudaErrorInvalidValue);
    cudaFree(d);
}

static void planes()
{
    static float texel[H * W];
    const cudaChannelFormatDesc one = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray_t a;
    cudaResourceDesc r = {};
    size_t pitch;
    float *d;
    for (int i = 0; i < H * W; i++) texel[i] = (float)(i * i % 61);
    cudaMallocArray(&a, &one, W, H, 0);
    cudaMemcpy2DToArray(a, 0, 0, texel, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    filtered(&r, texel);
    cudaMallocPitch(&d, &pitch, W * sizeof(float), H);
    cudaMemcpy2D(d, pitch, texel, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = d;
    r.res.pitch2D.desc = one;
    r.res.pitch2D.width = W;
    r.res.pitch2D.height = H;
    r.res.pitch2D.pitchInBytes = pitch;
    filtered(&r, texel);
    cudaFreeArray(a);
    cudaFree(d);
}

static void linear()
{
    unsigned char in[64];
    float out[66], *d;
    void *bytes;
    cudaResourceDesc r = {};
    cudaTextureDesc desc = {};
    int wrong = 0;
    for (int i = 0; i < 64; i++) in[i] = (unsigned char)(i * 5);
    cudaMalloc(&bytes, sizeof in);
    cudaMalloc(&d, sizeof out);
    cudaMemcpy(bytes, in, sizeof in, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = bytes;
    r.res.linear.desc = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    r.res.linear.sizeInBytes = sizeof in;
    desc.readMode = cudaReadModeNormalizedFloat;
    const cudaTextureObject_t t = object(&r, &desc);
    LAUNCH(fetch, 1, 66, 0, 0, t, d);
    cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 66; i++) wrong += out[i] != (i == 0 || i == 65 ? 0 : in[i - 1] / 255.0f);
    CHECK("fetched bytes", wrong == 0);
    cudaDestroyTextureObject(t);
    cudaFree(bytes);
    cudaFree(d);
}

static void surface()
{
    static unsigned char in[H][W][4], out[H][W][4];
    const cudaChannelFormatDesc four = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    cudaArray_t a, plain;
    cudaSurfaceObject_t s;
    cudaResourceDesc r = {};
    int wrong = 0;
    for (int i = 0; i < H * W * 4; i++) (&in[0][0][0])[i] = (unsigned char)(i * 7);
    cudaMallocArray(&plain, &four, W, H, 0);
    cudaMallocArray(&a, &four, W, H, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(a, 0, 0, in, sizeof in[0], sizeof in[0], H, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = plain;
    CHECK("array for no surface", cudaCreateSurfaceObject(&s, &r) == cudaErrorInvalidValue);
    r.res.array.array = a;
    CHECK("surface", cudaCreateSurfaceObject(&s, &r) == cudaSuccess);
    LAUNCH(invert, H, 32, 0, 0, s, (int)W);
    CHECK("destroy", cudaDestroySurfaceObject(s) == cudaSuccess); // after the kernel
    cudaMemcpy2DFromArray(out, sizeof out[0], a, 0, 0, sizeof out[0], H, cudaMemcpyDeviceToHost);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const unsigned char *i = in[y][x], *o = out[y][x];
            wrong += o[0] != 255 - i[0] || o[1] != i[2] || o[2] != i[1] || o[3] != i[3];
        }
    CHECK("texels of the surface", wrong == 0);
    cudaFreeArray(a);
    cudaFreeArray(plain);
}

int main()
{
    planes();
    linear();
    surface();
    return finish();
}
