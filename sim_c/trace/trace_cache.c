/* trace_cache.c - the folder of compact forms of traces: a file per trace file, named by the hash of its contents and
 * by the version of the format, so that programs of several versions share a folder. */
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
    const int chars = asprintf(&path, "%s/%016" PRIx64 "%016" PRIx64 ".v%d" TRACE_PACK_ENDING, folder, of->high,
                               of->low, TRACE_PACK_VERSION);
    return chars < 0 ? NULL : path;
}

/* Whether it is a file of the user's that no other may write. */
static bool is_own(int fd, struct stat *st)
{
    return fstat(fd, st) == 0 && S_ISREG(st->st_mode) && st->st_uid == geteuid() &&
           !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* Maps a file, if it is the user's own, and notes that it is used. NULL: it is not, or it cannot be mapped. */
static void *map_own(const char *path, size_t *bytes)
{
    static const struct timespec used[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_OMIT}};
    struct stat st;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return NULL;
    void *map = MAP_FAILED;
    if (is_own(fd, &st) && st.st_size > 0) {
        futimens(fd, used);
        map = mmap(NULL, *bytes = (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    }
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
    if (!trace_packed_open(k, map, bytes, of, &err)) {
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
static bool write_form(trace_kernel_t *k, uint32_t threads, int fd, const trace_key_t *of)
{
    trace_key_t now;
    FILE *f = fdopen(fd, "wb");
    if (!f) {
        close(fd);
        return false;
    }
    const bool ok = trace_pack_write(k, threads, f, of);
    return fclose(f) == 0 && ok && trace_text_key(k->text, &now) && now.low == of->low && now.high == of->high;
}

/* Opens a new file beside `name`. A file that would not be replaced by it, or be usable at that place, is found out
 * here, since otherwise each run would write a form in vain. -1: there is one. *made: path of the new file, or NULL. */
static int open_new(const char *folder, const char *name, char **made)
{
    struct stat st;
    *made = NULL;
    if (!make_folder(folder) || (unlink(name) != 0 && errno != ENOENT)) return -1;
    if (asprintf(made, "%s" TRACE_CACHE_UNFINISHED, name) < 0) *made = NULL;
    const int fd = *made ? mkostemp(*made, O_CLOEXEC) : -1;
    if (fd < 0 || is_own(fd, &st)) return fd;
    close(fd);
    unlink(*made);
    return -1;
}

bool trace_cache_fill(trace_kernel_t *k, const trace_cache_t *cache, const trace_key_t *of)
{
    char *name = path_of(cache->folder, of), *made = NULL;
    const int fd = name ? open_new(cache->folder, name, &made) : -1;
    bool ok = fd >= 0;
    if (ok) {
        interrupt_keep(made);
        ok = write_form(k, cache->threads, fd, of) && rename(made, name) == 0;
        if (!ok) unlink(made);
        interrupt_forget(made);
        trace_trim(cache->folder, TRACE_CACHE_MOST_BYTES);
    }
    free(made);
    free(name);
    return ok;
}
