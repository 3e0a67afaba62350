/* outfile.h - an output file that appears complete or not at all.
 *
 * Text goes to "<path>.<pid>.tmp" beside the target, which commit renames: a reader never sees half a file, and a
 * failed run leaves none. A path that exists and is no regular file (/dev/stdout, a pipe) is written in place, since
 * renaming would replace the device. A symbolic link stays, and the file that it names is written. */
#ifndef CTADEL_BASE_OUTFILE_H
#define CTADEL_BASE_OUTFILE_H

#include "base/err.h"

#include <stdio.h>

typedef struct outfile outfile_t;

/* The path with symbolic links resolved; unchanged if the file does not exist. The caller frees it; NULL: out of
 * memory. */
char *outfile_target(const char *path);
outfile_t *outfile_open(const char *path, err_t *err); /* for writing; NULL: err */
FILE *outfile_stream(outfile_t *o);                    /* valid until commit or abort */
/* Both free the object. Commit is false, with err set and the target unchanged, if any write failed. */
bool outfile_commit(outfile_t *o, err_t *err);
void outfile_abort(outfile_t *o); /* NULL is fine */

#endif
