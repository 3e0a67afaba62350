// layout.cu - the structs of tb/cuda/abi.h beside those of nvcc's headers; only nvcc compiles it.
#include "host.h"
#include "tb/cuda/abi.h"

#include <cstddef>

#define SAME_SIZE(theirs, ours) CHECK(#theirs, sizeof(theirs) == sizeof(ours))
#define SAME_PLACE(theirs, ours) CHECK(#theirs, offsetof(cudaDeviceProp, theirs) == offsetof(cuda_prop_t, ours))

int main()
{
    int n = 0;
    cudaDeviceProp p;
    SAME_SIZE(cudaDeviceProp, cuda_prop_t);
    SAME_SIZE(cudaFuncAttributes, cuda_func_attr_t);
    SAME_SIZE(cudaPointerAttributes, cuda_pointer_t);
    SAME_SIZE(cudaMemcpy3DParms, cuda_copy3d_t);
    SAME_SIZE(cudaChannelFormatDesc, cuda_channel_t);
    SAME_SIZE(cudaResourceDesc, cuda_resource_t);
    SAME_SIZE(cudaTextureDesc, cuda_texture_desc_t);
    SAME_SIZE(cudaLaunchAttribute, cuda_launch_attr_t);
    SAME_SIZE(cudaLaunchConfig_t, cuda_launch_cfg_t);
    SAME_PLACE(totalGlobalMem, global_bytes);
    SAME_PLACE(warpSize, warp_lanes);
    SAME_PLACE(multiProcessorCount, sms);
    SAME_PLACE(maxTexture1D, textures_and_surfaces[0]);
    SAME_PLACE(maxSurfaceCubemapLayered[1], textures_and_surfaces[38]);
    SAME_PLACE(surfaceAlignment, surface_alignment);
    SAME_PLACE(unifiedAddressing, unified_addressing);
    SAME_PLACE(l2CacheSize, l2_bytes);
    SAME_PLACE(sharedMemPerMultiprocessor, shared_per_sm);
    SAME_PLACE(managedMemory, managed);
    SAME_PLACE(cooperativeLaunch, cooperative);
    SAME_PLACE(hostRegisterSupported, host_register);
    SAME_PLACE(sharedMemPerBlockOptin, shared_per_block_optin);
    SAME_PLACE(maxBlocksPerMultiProcessor, ctas_per_sm);
    SAME_PLACE(hostNumaMultinodeIpcSupported, host_numa_ipc);
    CHECK("properties", cudaGetDeviceProperties(&p, 0) == cudaSuccess && !strcmp(p.name, "CTAdel lcs28"));
    CHECK("properties", p.multiProcessorCount == 28 && p.warpSize == 32 && p.sharedMemPerBlock == 49152);
    CHECK("attribute", !cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0) && n == 28);
    CHECK("attribute", !cudaDeviceGetAttribute(&n, cudaDevAttrCooperativeLaunch, 0) && n == 1);
    return finish();
}
