// idle.cu - a program that launches nothing; with an argument, one kernel and a call that is not supported.
#include "host.h"

extern "C" {
__global__ void once(int *at) BODY({ *at = 1; })
}

REGISTER(K(once))

int main(int argc, char **)
{
    int n, *d;
    CHECK("a device", cudaGetDeviceCount(&n) == cudaSuccess && n == 1);
    if (argc > 1) {
        void *graph;
        cudaMalloc(&d, 4);
        LAUNCH(once, 1, 1, 0, 0, d);
        CHECK("graph", cudaGraphCreate((cudaGraph_t *)&graph, 0) == 801);
    }
    return finish();
}
