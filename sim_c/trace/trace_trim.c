/* trace_trim.c - keeps the folder of compact forms within a size. A form's time of access says when it was last used.
 */
#include "trace/trace_pack.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { STALE_SECONDS = 3600 };

typedef struct {
    char name[NAME_MAX + 1];
    uint64_t bytes;
    struct timespec used;
} form_t;
typedef struct {
    form_t *form;
    size_t used, room;
    uint64_t bytes;
} forms_t;

static int earlier(const void *a, const void *b)
{
    const form_t *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec) return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec) return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool add(forms_t *f, const char *name, const struct stat *st)
{
    if (f->used == f->room) {
        const size_t room = f->room ? 2 * f->room : 64;
        form_t *more = realloc(f->form, room * sizeof *more);
        if (!more) return false;
        f->form = more;
        f->room = room;
    }
    form_t *form = &f->form[f->used++];
    strcpy(form->name, name);
    form->bytes = (uint64_t)st->st_size;
    form->used = st->st_atim;
    f->bytes += form->bytes;
    return true;
}

static bool ends_in(const char *name, size_t chars, const char *ending)
{
    const size_t n = strlen(ending);
    return chars > n && memcmp(name + chars - n, ending, n) == 0;
}

/* Lists the forms and removes stale files. Other files are not this program's. */
static bool list(DIR *dir, forms_t *f)
{
    const size_t random_chars = sizeof TRACE_CACHE_UNFINISHED - 1;
    const struct dirent *entry;
    struct stat st;
    while ((entry = readdir(dir)) != NULL) {
        const size_t chars = strlen(entry->d_name);
        if (fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode)) continue;
        if (ends_in(entry->d_name, chars, TRACE_PACK_ENDING)) {
            if (!add(f, entry->d_name, &st)) return false;
        } else if (chars > random_chars && ends_in(entry->d_name, chars - random_chars, TRACE_PACK_ENDING) &&
                   time(NULL) - st.st_mtim.tv_sec > STALE_SECONDS) {
            unlinkat(dirfd(dir), entry->d_name, 0);
        }
    }
    return true;
}

void trace_trim(const char *folder, uint64_t most_bytes)
{
    forms_t f = {0};
    DIR *dir = opendir(folder);
    if (!dir) return;
    if (list(dir, &f) && f.used) {
        qsort(f.form, f.used, sizeof *f.form, earlier);
        for (size_t i = 0; i + 1 < f.used && f.bytes > most_bytes; i++)
            if (unlinkat(dirfd(dir), f.form[i].name, 0) == 0) f.bytes -= f.form[i].bytes;
    }
    free(f.form);
    closedir(dir);
}
