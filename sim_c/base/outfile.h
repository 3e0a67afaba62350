/* outfile.h - an output file that appears whole or not at all.
 *
 * Text goes to "<path>.<pid>.tmp" beside the target and is renamed at commit, so that a reader
 * never sees half a file and a failed run leaves none. A path that exists and is no regular file
 * (/dev/stdout, a pipe) is written in place: renaming would replace the device. Of a symbolic link the file that it
 * names is written, and the link stays. */
#ifndef CTADEL_BASE_OUTFILE_H
#define CTADEL_BASE_OUTFILE_H

#include "base/err.h"

#include <stdio.h>

typedef struct outfile outfile_t;

/* The path without symbolic links, or as it is where there is no such file. The caller frees it; NULL: out of memory.
 */
char *outfile_target(const char *path);
outfile_t *outfile_open(const char *path, err_t *err); /* NULL: err */
FILE *outfile_stream(outfile_t *o);                    /* until commit or abort */
/* Both end the object. Commit is false, with err set and no file left, when any write failed. */
bool outfile_commit(outfile_t *o, err_t *err);
void outfile_abort(outfile_t *o); /* NULL is fine */

#endif
