/* A table of another simulator's figures, as `ctadel compare` takes it. */
#include "fuzz.h"

#include "compare/compare.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char path[FUZZ_PATH_BYTES];
    compare_ref_t ref = {0};
    err_t err = {""};
    fuzz_file("r.csv", data, bytes, path);
    fuzz_judge(compare_ref_read(&ref, path, &err), &err, path);
    compare_ref_free(&ref);
    return 0;
}
