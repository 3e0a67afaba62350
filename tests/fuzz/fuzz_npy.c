/* A .npy file, read as 6 elements of several types. */
#include "fuzz.h"

#include "workload/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static const elem_t types[] = {ELEM_F32, ELEM_U8, ELEM_S64};
    char path[FUZZ_PATH_BYTES];
    fuzz_file("x.npy", data, bytes, path);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        uint64_t out[6];
        err_t err = {""};
        fuzz_judge(npy_read(path, npy_type(types[i]), 6, out, &err), &err, path);
    }
    return 0;
}
