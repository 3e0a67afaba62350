/* A workload file beside the PTX of the built-in ones: read, buffers filled, first launches made,
 * and the outputs compared with the C reference as if it had run. */
#include "fuzz.h"

#include "workload/wl.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LAUNCHES = 8, CHECKED_BYTES = 1 << 20 }; /* a large reference may take hours by right */

static void bring_files(void)
{
    char path[FUZZ_PATH_BYTES];
    glob_t found;
    if (glob(CTADEL_DATADIR "/workloads/*/*.ptx", 0, NULL, &found) != 0 ||
        glob(CTADEL_DATADIR "/loops/*/*.ptx", GLOB_APPEND, NULL, &found) != 0 ||
        glob(CTADEL_DATADIR "/clusters/*/*.ptx", GLOB_APPEND, NULL, &found) != 0)
        __builtin_trap();
    for (size_t i = 0; i < found.gl_pathc; i++) {
        fuzz_path(strrchr(found.gl_pathv[i], '/') + 1, path);
        if (symlink(found.gl_pathv[i], path) != 0) perror(path);
    }
    globfree(&found);
    static const char npy[] = "\x93NUMPY\x01\0\x46\0"
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }            \n"
                              "\0\0\x80?\0\0\0@";
    fuzz_file("x.npy", npy, sizeof npy - 1, path);
}

static bool has_word(const uint8_t *data, size_t bytes, const char *word)
{
    return memmem(data, bytes, word, strlen(word)) != NULL;
}

static bool is_small(const workload_t *w)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < w->buffer_count; i++) bytes += w->buffers[i].bytes;
    return bytes <= CHECKED_BYTES;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static bool brought;
    char path[FUZZ_PATH_BYTES];
    err_t err = {""};
    if (!brought) bring_files();
    brought = true;
    fuzz_file("w.yaml", data, bytes, path);
    const char *size = has_word(data, bytes, "tiny") ? "tiny" : NULL;
    workload_t *w = workload_load(path, size, &(sm_cfg_t){.warp_lanes = 32}, 1, &err);
    fuzz_judge(w != NULL, &err, path);
    if (w) workload_contexts(w, "any", 4, 64, &err);
    for (uint32_t i = 0; w && i < workload_launches(w) && i < LAUNCHES; i++) {
        err = (err_t){""};
        const kernel_launch_t *k = workload_launch(w, i, &err);
        fuzz_judge(k != NULL, &err, NULL);
        if (k && i % 2) workload_release(w, k); /* the others by the end of the workload */
    }
    err = (err_t){""};
    if (w && is_small(w)) fuzz_judge(workload_check(w, &err) != WORKLOAD_FAIL, &err, path);
    workload_destroy(w);
    return 0;
}
