/* A kernelslist.g, in a folder with two good kernels, a folder and an empty file of such names. */
#include "fuzz.h"

#include "trace/trace.h"

#include <string.h>
#include <sys/stat.h>

enum { KERNELS = 5 };

static const char kernel[] = "-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (8,1,1)\n-shmem = 0\n-nregs = 8\n"
                             "-binary version = 61\n-cuda stream id = 1\n-accelsim tracer version = 5\n#f\n#BEGIN_TB\n"
                             "thread block = 0,0,0\nwarp = 0\ninsts = 1\n0 ff 0 EXIT 0 0 0\n#END_TB\n";

static void make_kernels(void)
{
    char path[FUZZ_PATH_BYTES];
    fuzz_file("kernel-1.traceg", kernel, sizeof kernel - 1, path);
    fuzz_file("kernel-2.traceg", kernel, sizeof kernel - 1, path);
    fuzz_file("kernel-4.traceg", kernel, 0, path);
    fuzz_path("kernel-3.traceg", path);
    mkdir(path, 0700);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static bool made;
    char list[FUZZ_PATH_BYTES];
    err_t err = {""};
    if (!made) make_kernels();
    made = true;
    fuzz_file("kernelslist.g", data, bytes, list);
    trace_t *t = trace_open(list, CTADEL_DATADIR "/opcodes/sass.txt", NULL, &err);
    bool ok = t != NULL;
    for (uint32_t i = 0; ok && i < trace_kernels(t) && i < KERNELS; i++) {
        const kernel_launch_t *k = trace_kernel(t, i, &err);
        ok = k != NULL;
        if (k && i % 2) trace_release(t, k); /* the others by the end of the trace */
    }
    fuzz_judge(ok, &err, NULL);
    trace_destroy(t);
    return 0;
}
