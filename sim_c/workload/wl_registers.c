/* wl_registers.c - reads registers per thread, which PTX does not state: a number, or from the cubin of the kernel, or
 * from the output of `ptxas -v`. */
#include "base/infile.h"
#include "ptx/cubin.h"
#include "workload/wl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTERS_MAX = 255, CUBIN_MAX_BYTES = 64 << 20, LINE_BYTES = 1024 };

static uint32_t from_cubin(FILE *f, const char *entry)
{
    char *bytes = malloc(CUBIN_MAX_BYTES);
    const size_t size = bytes ? fread(bytes, 1, CUBIN_MAX_BYTES, f) : 0;
    const uint32_t found = cubin_registers(bytes, size, entry);
    free(bytes);
    return found;
}

/* Finds "Compiling entry function 'k' for 'sm_75'" and the next line with "Used 10 registers, ...". 0: not found. */
static uint32_t from_log(FILE *f, const char *entry)
{
    char line[LINE_BYTES], name[LINE_BYTES];
    bool mine = false;
    while (fgets(line, sizeof line, f)) {
        unsigned used;
        const char *at = strstr(line, "Compiling entry function '");
        if (at) mine = sscanf(at, "Compiling entry function '%1000[^']'", name) == 1 && strcmp(name, entry) == 0;
        else if (mine && (at = strstr(line, "Used ")) && sscanf(at, "Used %u registers", &used) == 1) return used;
    }
    return 0;
}

static bool ends_in(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

bool wl_read_registers(const workload_t *w, ynode_t n, const char *entry, uint32_t *out, err_t *err)
{
    int64_t value = 0;
    const bool cubin = ends_in(ynode_text(n), ".cubin");
    if (!cubin && !ends_in(ynode_text(n), ".log")) {
        if (!wl_whole(w, n, "registers", 1, REGISTERS_MAX, &value, err)) return false;
        *out = (uint32_t)value;
        return true;
    }
    char *path = wl_file(w, n, err);
    FILE *f = path ? infile_open(path) : NULL;
    if (path && !f)
        ynode_error(n, err, "registers: %s cannot be opened: %s; a number, a .cubin or a .log of ptxas -v is expected",
                    path, strerror(errno));
    *out = !f ? 0 : cubin ? from_cubin(f, entry) : from_log(f, entry);
    if (f) fclose(f);
    if (f && *out > REGISTERS_MAX)
        ynode_error(n, err, "registers: %s gives %u for kernel '%s'; allowed: 1 to %d", path, *out, entry,
                    REGISTERS_MAX);
    else if (f && !*out)
        ynode_error(n, err, "registers: %s has none for kernel '%s'; expected %s", path, entry,
                    cubin ? "a cubin with this kernel"
                          : "the output of ptxas -v, with a line \"Used N registers\" for this kernel");
    free(path);
    return f && *out >= 1 && *out <= REGISTERS_MAX;
}
