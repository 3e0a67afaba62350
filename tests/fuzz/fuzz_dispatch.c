/* A dispatch log, as `ctadel compare-dispatch` takes it, of two launches of four and two CTAs on three SMs. */
#include "fuzz.h"

#include "run/dispatch_log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char path[FUZZ_PATH_BYTES];
    dispatch_log_t log = {0};
    err_t err = {""};
    fuzz_file("log.csv", data, bytes, path);
    const bool added = dispatch_log_add(&log, 0, 4) && dispatch_log_add(&log, 1, 2);
    if (added) fuzz_judge(dispatch_log_read(&log, 3, path, &err), &err, path);
    dispatch_log_free(&log);
    return 0;
}
