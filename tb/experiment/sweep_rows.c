/* sweep_rows.c - lists the rows of a folder, each with its result and with what it says of itself. */
#include "experiment/sweep.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    const sweep_listed_t *x = a, *y = b;
    const int order = strcmp(x->about.what, y->about.what);
    return order ? order : strcmp(x->name, y->name);
}

static bool add(sweep_rows_t *rows, const char *folder, const char *name, err_t *err)
{
    char path[RUN_PATH_BYTES + 320];
    if (rows->count == rows->room) {
        rows->room = rows->room ? 2 * rows->room : 64;
        sweep_listed_t *more = realloc(rows->row, rows->room * sizeof *more);
        if (!more) return err_set(err, NULL, 0, "out of memory");
        rows->row = more;
    }
    sweep_listed_t *r = &rows->row[rows->count];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(r->name, sizeof r->name, "%s", name);
    if (sweep_row_about(path, &r->result, &r->about)) rows->count++;
    else rows->damaged++;
    return true;
}

bool sweep_rows_read(const char *folder, sweep_rows_t *rows, err_t *err)
{
    DIR *d = opendir(folder);
    if (!d) return err_set(err, folder, 0, "cannot be read: %s; allowed: a folder of rows", strerror(errno));
    bool ok = true;
    for (struct dirent *entry; ok && (entry = readdir(d)) != NULL;) {
        const size_t chars = strlen(entry->d_name);
        if (chars > 5 && chars < sizeof rows->row->name && strcmp(entry->d_name + chars - 5, ".json") == 0)
            ok = add(rows, folder, entry->d_name, err);
    }
    closedir(d);
    if (ok && rows->count) qsort(rows->row, rows->count, sizeof *rows->row, by_name);
    return ok;
}

void sweep_rows_free(sweep_rows_t *rows) { free(rows->row); }
