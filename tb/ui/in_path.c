/* in_path.c - searches the folders of PATH. */
#include "ui/in_path.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ui_in_path(const char *program)
{
    char *path = strdup(getenv("PATH") ? getenv("PATH") : ""), *rest = path, file[PATH_MAX];
    bool found = false;
    for (const char *folder; path && !found && (folder = strsep(&rest, ":"));) {
        snprintf(file, sizeof file, "%s/%s", folder, program);
        found = access(file, X_OK) == 0;
    }
    free(path);
    return found;
}
