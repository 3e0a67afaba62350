/* machine_renamed.c - finds a machine file by a name that it had before: its line `formerly: NAME`. */
#include "config/config.h"
#include "config/yamldoc.h"

#include "base/folder.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_CHARS = 1024, LIKE_MAX = 8 /* files in a chain of `like` */ };

/* The text of the scalar `key` at the top of the file, with its line; false: there is none. */
static bool top_scalar(const char *path, const char *key, char text[PATH_CHARS], unsigned *line)
{
    err_t none = {{0}};
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false; /* a pipe can be read only once */
    yamldoc_t *d = yamldoc_open(path, &none);
    if (!d) return false; /* machine_load reports the error */
    const int root = yamldoc_root(d);
    const int node = yamldoc_kind(d, root) == YAMLDOC_MAP ? yamldoc_find(d, root, key) : 0;
    const bool found = node && yamldoc_kind(d, node) == YAMLDOC_SCALAR;
    if (found) snprintf(text, PATH_CHARS, "%s", yamldoc_text(d, node));
    if (found) *line = yamldoc_line(d, node);
    yamldoc_close(d);
    return found;
}

static int folder_chars(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash + 1 - path) : 0;
}

bool machine_renamed(char *path, size_t bytes)
{
    char beside[PATH_CHARS], word[PATH_CHARS], text[PATH_CHARS];
    unsigned line;
    const int folder = folder_chars(path);
    const size_t stem = strlen(path + folder), ending = sizeof ".yaml" - 1;
    if (access(path, F_OK) == 0 || stem <= ending || strcmp(path + folder + stem - ending, ".yaml") != 0) return false;
    snprintf(word, sizeof word, "%.*s", (int)(stem - ending), path + folder);
    snprintf(beside, sizeof beside, "%.*s.", folder, path);
    glob_t files;
    bool found = false;
    folder_list(beside, "*.yaml", &files);
    for (size_t i = 0; i < files.gl_pathc && !found; i++) {
        if (!top_scalar(files.gl_pathv[i], "formerly", text, &line) || strcmp(text, word) != 0) continue;
        const char *name = files.gl_pathv[i] + strlen(beside) + 1;
        found = (size_t)folder + strlen(name) < bytes;
        if (found) strcpy(path + folder, name);
    }
    globfree(&files);
    return found;
}

bool machine_old_like(const char *path, char *text, size_t bytes)
{
    char at[PATH_CHARS], like[PATH_CHARS], next[PATH_CHARS];
    unsigned line;
    snprintf(at, sizeof at, "%s", path);
    for (int depth = 0; depth < LIKE_MAX && top_scalar(at, "like", like, &line); depth++) {
        const int chars = snprintf(next, sizeof next, "%.*s%s.yaml", folder_chars(at), at, like);
        if (chars >= (int)sizeof next) return false;
        if (machine_renamed(next, sizeof next)) {
            const int folder = folder_chars(next);
            snprintf(text, bytes, "%s:%u: the machine '%s' is now called '%.*s'; like: %s still works", at, line, like,
                     (int)(strlen(next + folder) - strlen(".yaml")), next + folder, like);
            return true;
        }
        strcpy(at, next);
    }
    return false;
}
