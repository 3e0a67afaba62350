/* outputs.c - checks output files: two outputs must not overwrite each other, each must be writable before a long run
 * starts, and waves need a regular file because their writer seeks. */
#include "run/outputs.h"

#include "base/outfile.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES = 9 };

/* The path with links resolved; the file itself need not exist. */
static void resolve(const char *path, char out[PATH_MAX])
{
    char folder[PATH_MAX], real[PATH_MAX];
    if (realpath(path, out)) return;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
    if (!realpath(folder, real) || (size_t)snprintf(out, PATH_MAX, "%s/%s", real, name) >= PATH_MAX)
        snprintf(out, PATH_MAX, "%s", path);
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) != 0 || S_ISREG(st.st_mode);
}

bool outputs_writable(const char *path, err_t *err)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) return true;
    outfile_t *o = outfile_open(path, err);
    outfile_abort(o);
    return o != NULL;
}

bool outputs_folder(const char *path, const char *option, bool *made, err_t *err)
{
    struct stat st;
    const bool fresh = mkdir(path, 0777) == 0;
    if (made) *made = fresh;
    if (fresh) return true;
    if (errno != EEXIST)
        return err_set(err, path, 0, "cannot be made: %s; give another folder by %s", strerror(errno), option);
    return (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) ||
           err_set(err, path, 0, "is no folder; give another name by %s", option);
}

static bool is_vcd(const char *path)
{
    const size_t chars = strlen(path);
    return chars > 4 && strcmp(path + chars - 4, ".vcd") == 0;
}

bool outputs_check(const run_opts_t *o, err_t *err)
{
    const char *const option[FILES] = {"table",    "csv", "waves",     "stats",       "stats-csv",
                                       "timeline", "why", "registers", "dispatch-log"};
    const char *const path[FILES] = {o->table,    o->csv, o->waves,     o->stats_json,  o->stats_csv,
                                     o->timeline, o->why, o->registers, o->dispatch_log};
    char real[FILES][PATH_MAX];
    if (o->waves && !is_file(o->waves))
        return err_set(err, o->waves, 0, "is not a regular file; --waves needs one, because it seeks while it writes");
    if (o->waves && is_vcd(o->waves)) /* a viewer would read it as text */
        return err_set(err, o->waves, 0, "--waves writes the format FST; give F.fst (fst2vcd converts it)");
    for (int i = 0; i < FILES; i++) {
        if (!path[i]) continue;
        if (!outputs_writable(path[i], err)) return false;
        if (!is_file(path[i])) continue; /* several outputs may go to a device */
        resolve(path[i], real[i]);
        for (int j = 0; j < i; j++)
            if (path[j] && is_file(path[j]) && strcmp(real[i], real[j]) == 0)
                return err_set(err, path[i], 0, "--%s and --%s name the same file; give each its own", option[j],
                               option[i]);
    }
    return true;
}
