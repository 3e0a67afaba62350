/* A cell library, as ctadel synth --liberty takes it. */
#include "fuzz.h"

#include "cost/synth.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char path[FUZZ_PATH_BYTES], copy[FUZZ_PATH_BYTES];
    synth_lib_t lib = {0};
    err_t err = {""};
    fuzz_file("cells.lib", data, bytes, path);
    fuzz_path("copy.lib", copy);
    snprintf(lib.path, sizeof lib.path, "%s", copy);
    fuzz_judge(synth_lib_read(&lib, path, &err), &err, path);
    remove(copy);
    return 0;
}
