/* tracez.h - .tracez, the indexed form of a kernel's trace that Accel-Sim's post-processing writes: reader and writer.
 *
 * A file holds, one behind the other, numbers with the lowest byte first:
 *   the header's text, and a zero byte
 *   u32 size of the dictionary in bytes, u32 instructions that a sub-chunk should have; the zstd dictionary
 *   per warp: u32 instructions, u32 sub-chunks; per sub-chunk: u32 size of a zstd frame, the frame. A frame's text is
 *   instruction lines
 *   the index: u32 CTAs; per CTA: its place in the grid, of its cluster, in its cluster (x, y, z each), u32 rank in the
 *   cluster, u32 warps; per warp, from 0 on: u32 instructions, u32 sub-chunks, u64 offset, u32 instructions of each
 *   sub-chunk
 *   u64 offset of the index */
#ifndef CTADEL_TRACE_TRACEZ_H
#define CTADEL_TRACE_TRACEZ_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TRACEZ_WARPS_MAX = 32, TRACEZ_HEAD_MAX_BYTES = 1 << 18, TRACEZ_DICTIONARY_MAX_BYTES = 1 << 24 };
enum { TRACEZ_CHUNK_MAX_BYTES = 1 << 27, TRACEZ_CHUNK_INSTS = 2048 };

typedef enum { TRACEZ_CTA, TRACEZ_CLUSTER, TRACEZ_IN_CLUSTER, TRACEZ_PLACES } tracez_place_t;
typedef struct {
    uint32_t at[TRACEZ_PLACES][3]; /* place of the CTA in the grid, of its cluster, in its cluster; x, y, z */
    uint32_t rank;                 /* in its cluster */
} tracez_cta_t;

/* ---- reader: the text that a .traceg of the same kernel has, read at any offset ---- */

typedef struct tracez tracez_t;
/* Opens the file `fd` of so many bytes, which stays the caller's, and checks its index. `head_only`: the text ends with
 * the header. Memory: about 100 bytes per warp of the grid and 32 per sub-chunk, and up to 256 MB of text. NULL: err.
 */
tracez_t *tracez_open(const char *path, int fd, uint64_t bytes, bool head_only, err_t *err);
void tracez_close(tracez_t *z);           /* NULL is fine */
uint64_t tracez_bytes(const tracez_t *z); /* of the text */
/* Up to `bytes` from `offset`; fewer only at the end. Any thread may call it. False: err. */
bool tracez_read(tracez_t *z, uint64_t offset, char *to, size_t bytes, size_t *got, err_t *err);

/* ---- writer ---- */

typedef struct tracez_writer tracez_writer_t;
/* Begins a file with the header's text. `sample`: lines as the file will have them, from which its dictionary is made;
 * NULL: none. NULL: no memory. */
tracez_writer_t *tracez_writer_open(FILE *f, const char *head, size_t head_bytes, const char *sample,
                                    size_t sample_bytes);
/* A CTA of so many warps, up to TRACEZ_WARPS_MAX; then warps in any order, each at most once, with its lines. */
void tracez_put_cta(tracez_writer_t *w, const tracez_cta_t *cta, uint32_t warps);
void tracez_put_warp(tracez_writer_t *w, uint32_t warp);
void tracez_put_line(tracez_writer_t *w, const char *line, size_t chars);
/* Ends the file. False: memory was short. Whether `f` could be written is for its owner to see. */
bool tracez_writer_close(tracez_writer_t *w);

#endif
