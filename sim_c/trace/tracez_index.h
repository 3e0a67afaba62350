/* tracez_index.h - the parts of a .tracez: where each piece of its text comes from. */
#ifndef CTADEL_TRACE_TRACEZ_INDEX_H
#define CTADEL_TRACE_TRACEZ_INDEX_H

#include "base/err.h"

#include <inttypes.h>
#include <stddef.h>
#include <zstd.h>

typedef struct {
    uint64_t at;           /* offset in the text */
    uint64_t from;         /* offset of the zstd frame in the file; without one: of the text in `lines` */
    uint32_t packed_bytes; /* of the frame; 0: none */
    uint32_t bytes;        /* of the text, with a line end behind a sub-chunk */
} tracez_piece_t;

typedef struct { /* begins with path, fd and file_bytes, all else 0 */
    const char *path;
    int fd;
    uint64_t file_bytes;
    uint64_t bytes; /* of the text */
    tracez_piece_t *piece;
    uint32_t pieces, room;
    char *lines; /* the header, and what stands between sub-chunks */
    size_t lines_bytes, lines_room;
    void *dictionary;
    uint32_t dictionary_bytes;
} tracez_index_t;

/* Reads header, dictionary and index, and checks that all sub-chunks lie in the file. False: err. */
bool tracez_index_read(tracez_index_t *x, bool head_only, err_t *err);
void tracez_index_free(tracez_index_t *x);
/* Reads so many bytes of the file. False: err. */
bool tracez_index_bytes(const tracez_index_t *x, uint64_t at, void *to, size_t bytes, err_t *err);

#endif
