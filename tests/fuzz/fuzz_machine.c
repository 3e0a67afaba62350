/* A machine file. What is accepted must stand up to the rules between fields. */
#include "fuzz.h"

#include "config/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char path[FUZZ_PATH_BYTES];
    machine_t m;
    err_t err = {""};
    fuzz_file("m.yaml", data, bytes, path);
    bool ok = machine_load(path, &m, &err);
    fuzz_judge(ok, &err, path);
    if (ok) fuzz_judge(machine_check(&m, path, &err), &err, path);
    return 0;
}
