/* outfile.c - a temporary beside the target, renamed when the file is complete. */
#include "base/outfile.h"

#include "base/interrupt.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct outfile {
    FILE *stream;
    char *path;
    char *temp; /* NULL: written in place */
};

static void outfile_free(outfile_t *o)
{
    if (!o) return;
    if (o->temp) interrupt_forget(o->temp);
    free(o->path);
    free(o->temp);
    free(o);
}

/* Of this process alone, also in a folder that several hosts share. */
static char *temp_name(const char *path)
{
    char host[HOST_NAME_MAX + 1] = "";
    gethostname(host, sizeof host - 1);
    size_t bytes = strlen(path) + strlen(host) + 32;
    char *name = malloc(bytes);
    if (name) snprintf(name, bytes, "%s.%s.%ld.tmp", path, host, (long)getpid());
    return name;
}

char *outfile_target(const char *path)
{
    char *target = realpath(path, NULL);
    return target ? target : strdup(path);
}

outfile_t *outfile_open(const char *path, err_t *err)
{
    struct stat st;
    if (!*path) {
        err_set(err, path, 0, "cannot be written: an empty path; give a file");
        return NULL;
    }
    if (strcmp(path, "-") == 0) {
        err_set(err, path, 0, "is no file; give a file, or /dev/stdout for standard output");
        return NULL;
    }
    bool in_place = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    outfile_t *o = calloc(1, sizeof *o);
    if (o) o->path = in_place ? strdup(path) : outfile_target(path);
    if (o && o->path && !in_place) o->temp = temp_name(o->path);
    if (!o || !o->path || (!in_place && !o->temp)) {
        outfile_free(o);
        err_set(err, path, 0, "out of memory");
        return NULL;
    }
    if (o->temp) interrupt_keep(o->temp);
    o->stream = fopen(o->temp ? o->temp : o->path, "w");
    if (!o->stream) {
        err_set(err, path, 0, "cannot be written: %s%s", strerror(errno),
                errno == ENOENT   ? "; does its folder exist?"
                : errno == EISDIR ? "; give the name of a file"
                                  : "");
        outfile_free(o);
        return NULL;
    }
    return o;
}

FILE *outfile_stream(outfile_t *o) { return o->stream; }

bool outfile_commit(outfile_t *o, err_t *err)
{
    bool ok = !ferror(o->stream);
    if (fclose(o->stream) != 0) ok = false; /* fclose may be the first to report a full disk */
    if (ok && o->temp && rename(o->temp, o->path) != 0) ok = false;
    if (!ok) {
        err_set(err, o->path, 0, "cannot be written: %s", strerror(errno ? errno : EIO));
        if (o->temp) unlink(o->temp);
    }
    outfile_free(o);
    return ok;
}

void outfile_abort(outfile_t *o)
{
    if (!o) return;
    fclose(o->stream);
    if (o->temp) unlink(o->temp);
    outfile_free(o);
}
