// arrays.cu - arrays and copies in three dimensions, and memory of the host that the program registers.
#include "host.h"

extern "C" {
__global__ void add_slice(char *at, size_t pitch, size_t slice, int width) BODY({
    float *row = (float *)(at + blockIdx.y * slice + blockIdx.x * pitch);
    if (threadIdx.x < width) row[threadIdx.x] += 100 * blockIdx.y;
})

__global__ void increment(int *at) BODY({ at[threadIdx.x]++; })
}

REGISTER(K(add_slice), K(increment))

enum { W = 33, H = 5, D = 3, ROW = W * 4 };

static void rows()
{
static float in[H * W], out[H * W];
cudaArray_t a, b;
const cudaChannelFormatDesc one = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
const cudaChannelFormatDesc three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
int wrong = 0;
for (int i = 0; i < H * W; i++) in[i] = (float)i;
CHECK("array of 3 channels", cudaMallocArray(&a, &three, W, H, 0) == cudaErrorInvalidValue);
CHECK("array",
      cudaMallocArray(&a, &one, W, H, 0) == cudaSuccess && cudaMallocArray(&b, &one, W, H, 0) == cudaSuccess);
CHECK("to an array", !cudaMemcpy2DToArray(a, 0, 0, in, ROW, ROW, H, cudaMemcpyHostToDevice));
CHECK("too wide", cudaMemcpy2DToArray(a, 4, 0, in, ROW, ROW, H, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
CHECK("a row too wide", cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, ROW + 4, 1, cudaMemcpyDeviceToDevice) ==
                            cudaErrorInvalidValue);
CHECK("between arrays", !cudaMemcpy2DArrayToArray(b, 8, 1, a, 4, 0, 40, 4, cudaMemcpyDeviceToDevice));
CHECK("from an array", !cudaMemcpy2DFromArray(out, ROW, b, 0, 0, ROW, H, cudaMemcpyDeviceToHost));
for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
        wrong += out[y * W + x] != (y >= 1 && x >= 2 && x < 12 ? in[(y - 1) * W + x - 1] : 0);
CHECK("rows", wrong == 0);
cudaFreeArray(a);
cudaFreeArray(b);
}

static void slices()
{
static float in[D * H * W], out[D * H * W];
const cudaChannelFormatDesc one = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
const cudaExtent elements = {W, H, D}, bytes = {ROW, H, D};
cudaArray_t a;
cudaPitchedPtr p;
cudaExtent got;
int wrong = 0;
for (int i = 0; i < D * H * W; i++) in[i] = (float)i;
CHECK("array", !cudaMalloc3DArray(&a, &one, elements, 0) && !cudaMalloc3D(&p, bytes));
CHECK("its size", !cudaArrayGetInfo(0, &got, 0, a) && got.width == W && got.height == H && got.depth == D);
cudaMemcpy3DParms to = {};
to.srcPtr = {in, ROW, W, H};
to.dstArray = a;
to.extent = elements;
to.kind = cudaMemcpyHostToDevice;
CHECK("to an array", !cudaMemcpy3D(&to));
cudaMemcpy3DParms over = {};
over.srcArray = a;
over.dstPtr = p;
over.extent = elements;
over.kind = cudaMemcpyDeviceToDevice;
CHECK("to memory", !cudaMemcpy3D(&over));
LAUNCH(add_slice, dim3(H, D), 64, 0, 0, (char *)p.ptr, p.pitch, p.pitch * H, (int)W);
cudaMemcpy3DParms from = {};
from.srcPtr = p;
from.dstPtr = {out, ROW, W, H};
from.extent = bytes;
from.kind = cudaMemcpyDeviceToHost;
CHECK("to the host", !cudaMemcpy3D(&from));
for (int i = 0; i < D * H * W; i++) wrong += out[i] != (float)(i + i / (H * W) * 100);
CHECK("slices", wrong == 0);
cudaFreeArray(a);
cudaFree(p.ptr);
}

static void registered()
{
alignas(4096) static int host[5000]; // its place in a page is that of the device's address
int *at = host + 33, *device, wrong = 0;
for (int i = 0; i < 5000; i++) host[i] = i;
CHECK("register", cudaHostRegister(at, 64 * sizeof(int), cudaHostRegisterMapped) == cudaSuccess);
CHECK("again", cudaHostRegister(at, 4, 0) == cudaErrorHostMemoryAlreadyRegistered);
CHECK("device pointer", cudaHostGetDevicePointer((void **)&device, at, 0) == cudaSuccess);
LAUNCH(increment, 1, 64, 0, 0, device);
CHECK("kernel", cudaDeviceSynchronize() == cudaSuccess && at[0] == 34 && at[63] == 97);
at[1] = 1000;
LAUNCH(increment, 1, 64, 0, 0, device);
CHECK("unregister", cudaHostUnregister(at) == cudaSuccess && at[1] == 1001);
CHECK("again", cudaHostUnregister(at) == cudaErrorHostMemoryNotRegistered);
at[1] = 36; // as if it had been incremented twice
for (int i = 0; i < 5000; i++) wrong += host[i] != i + (i >= 33 && i < 97 ? 2 : 0);
CHECK("bytes beside it", wrong == 0);
}

int main()
{
rows();
slices();
registered();
return finish();
}
