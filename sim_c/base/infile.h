/* infile.h - an input file, which may be a pipe (`<(xz -dc k.ptx.xz)`), opened without waiting.
 *
 * fopen of a FIFO waits until a process opens its other end, perhaps for ever. Here a FIFO without a writer reads as an
 * empty file, which its reader reports; one with a writer is read to its end. */
#ifndef CTADEL_BASE_INFILE_H
#define CTADEL_BASE_INFILE_H

#include <stdio.h>

FILE *infile_open(const char *path); /* opens for reading; NULL: errno is set, EISDIR for a folder */

#endif
