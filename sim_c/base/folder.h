/* folder.h - the files of a folder that match a pattern. The folder's own name is taken as it stands: it may contain
 * characters that mean something in a pattern, such as [ or *. */
#ifndef CTADEL_BASE_FOLDER_H
#define CTADEL_BASE_FOLDER_H

#include <glob.h>
#include <stdbool.h>

/* Lists the paths below `folder` ("" is the root of all) that match `pattern`, which may contain / and {a,b}, sorted by
 * bytes. False: none (errno is 0), or a folder cannot be read (errno). globfree(found) is due in any case. */
bool folder_list(const char *folder, const char *pattern, glob_t *found);

#endif
