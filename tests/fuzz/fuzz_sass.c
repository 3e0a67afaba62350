/* A table of opcodes. */
#include "fuzz.h"

#include "trace/trace_internal.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static const char *const names[] = {"LDG", "STSX", "Q"};
    char path[FUZZ_PATH_BYTES];
    err_t err = {""};
    bool known;
    fuzz_file("sass.txt", data, bytes, path);
    trace_sass_t *s = trace_sass_load(path, &err);
    fuzz_judge(s != NULL, &err, path);
    for (size_t i = 0; s && i < sizeof names / sizeof names[0]; i++)
        if (!trace_sass_find(s, names[i], strlen(names[i]), 70, &known)) __builtin_trap();
    trace_sass_destroy(s);
    return 0;
}
