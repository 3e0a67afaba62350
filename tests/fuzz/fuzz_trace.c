/* A kernel's trace, plain or .xz by its first bytes: read from end to end, in every CTA order that
 * a summary takes. */
#include "fuzz.h"

#include "trace/trace.h"

#include <string.h>

static void read_kernel(const char *list, const char *path)
{
    err_t err = {""};
    trace_summary_t s;
    const kernel_launch_t *k;
    trace_t *t = trace_open(list, CTADEL_DATADIR "/opcodes/sass.txt", &err);
    const bool ok = t && trace_summarise(t, 0, &s, &k, &err);
    fuzz_judge(ok, &err, path);
    if (ok && s.ctas != (uint64_t)k->grid[0] * k->grid[1] * k->grid[2]) __builtin_trap();
    trace_destroy(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static const char xz_begin[] = "\xfd"
                                   "7zXZ";
    const bool xz = bytes >= 5 && memcmp(data, xz_begin, 5) == 0;
    const char *name = xz ? "kernel-1.traceg.xz" : "kernel-1.traceg";
    char path[FUZZ_PATH_BYTES], list[FUZZ_PATH_BYTES];
    fuzz_file("kernelslist.g", name, strlen(name), list);
    fuzz_file(name, data, bytes, path);
    read_kernel(list, path);
    return 0;
}
