/* trace_cache.c - the folder of compact forms of traces: a file per trace file, named by the hash of its contents. */
#include "base/interrupt.h"
#include "trace/trace_pack.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char *path_of(const char *folder, const trace_key_t *of)
{
    char *path;
    return asprintf(&path, "%s/%016" PRIx64 "%016" PRIx64 ".pack", folder, of->high, of->low) < 0 ? NULL : path;
}

/* Maps a file, if it is the user's own and no other may write it. NULL: it is not, or it cannot be mapped. */
static void *map_own(const char *path, size_t *bytes)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return NULL;
    void *map = MAP_FAILED;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & (S_IWGRP | S_IWOTH)) &&
        st.st_size > 0)
        map = mmap(NULL, *bytes = (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    return map == MAP_FAILED ? NULL : map;
}

bool trace_cache_find(trace_kernel_t *k, const char *folder, const trace_key_t *of)
{
    err_t err = {""};
    size_t bytes;
    char *name = path_of(folder, of);
    void *map = name ? map_own(name, &bytes) : NULL;
    free(name);
    if (!map) return false;
    if (!trace_packed_open(k, map, bytes, of)) {
        munmap(map, bytes);
        return false;
    }
    if (trace_odd_check(k, &err) && k->source->decode(k, &err)) return true;
    trace_packed_close(k);
    return false;
}

/* Makes the folder and those above it. */
static bool make_folder(const char *folder)
{
    char *path = strdup(folder);
    if (!path) return false;
    for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = '\0';
        mkdir(path, S_IRWXU);
    }
    const bool ok = mkdir(path, S_IRWXU) == 0 || errno == EEXIST;
    free(path);
    return ok;
}

/* Writes the compact form to an open file. The trace must be the same after it was read as before. */
static bool write_form(trace_kernel_t *k, int fd, const trace_key_t *of)
{
    trace_key_t now;
    FILE *f = fdopen(fd, "wb");
    if (!f) {
        close(fd);
        return false;
    }
    const bool ok = trace_pack_write(k, f, of);
    return fclose(f) == 0 && ok && trace_text_key(k->text, &now) && now.low == of->low && now.high == of->high;
}

bool trace_cache_fill(trace_kernel_t *k, const char *folder, const trace_key_t *of)
{
    char *name = path_of(folder, of), *made = NULL;
    int fd = -1;
    if (name && make_folder(folder) && asprintf(&made, "%s.XXXXXX", name) < 0) made = NULL;
    if (made) fd = mkostemp(made, O_CLOEXEC);
    bool ok = fd >= 0;
    if (ok) {
        interrupt_keep(made);
        ok = write_form(k, fd, of) && rename(made, name) == 0;
        if (!ok) unlink(made);
        interrupt_forget(made);
    }
    free(made);
    free(name);
    return ok;
}
