/* folder.c - lists files with glob(), behind a folder whose pattern characters are escaped. */
#include "base/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool folder_list(const char *folder, const char *pattern, glob_t *found)
{
    const size_t room = 2 * strlen(folder) + strlen(pattern) + 2;
    char *whole = malloc(room);
    size_t used = 0;
    *found = (glob_t){0};
    if (!whole) return false;
    for (const char *c = folder; *c; c++) {
        if (strchr("*?[]{},~\\", *c)) whole[used++] = '\\';
        whole[used++] = *c;
    }
    snprintf(whole + used, room - used, "/%s", pattern);
    const int answer = glob(whole, GLOB_BRACE | GLOB_ERR, NULL, found);
    free(whole);
    if (answer == GLOB_NOMATCH) errno = 0;
    return answer == 0;
}
