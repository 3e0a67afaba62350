/* trace_pack.h - the compact form of a kernel's trace: its file, which runs map into memory instead of reading text.
 *
 * The file holds, one behind the other:
 *   trace_pack_head_t
 *   a uint64_t per warp: where its records begin; and one for the end of the last
 *   records of all warps, by CTA and by warp
 *   the header of the trace, as text, up to its first '#'; a line with a '#'
 *   instructions: pc and number of characters (uint32_t each), and the text between mask and addresses
 * Numbers have the byte order of the host. Since instructions are kept as text, the table of opcodes may change.
 *
 * A form in the cache belongs to a trace file, from which its header is read. One that a list names (.pack) stands for
 * the trace: its header is read from it. It lacks what the model does not use: immediates, values, source lines, the
 * fields of bulk copies, the CTA's place in its cluster, how addresses were written, and the order of CTAs and warps.
 *
 * A record begins with a byte. PACK_RUN + n: n + 1 instructions, each the one behind the last in the table, with the
 * same lanes and without addresses. Otherwise PACK_FORM gives the form of the addresses; with PACK_JUMP the
 * instruction's number follows, without it is the one behind the last; with PACK_LANES the lanes follow, without they
 * are those of the last. A warp begins with instruction 0 and no lanes. Then, unless no lane is active, addresses. */
#ifndef CTADEL_TRACE_TRACE_PACK_H
#define CTADEL_TRACE_TRACE_PACK_H

#include "trace/trace_internal.h"

#include <stdio.h>

enum { PACK_RUN = 0x80, PACK_RUN_INSTS = 0x80, PACK_FORM = 7, PACK_JUMP = 8, PACK_LANES = 16 };
enum { PACK_TAG_BITS = PACK_FORM | PACK_JUMP | PACK_LANES };
typedef enum {               /* n: active lanes; each difference is to the active lane before */
               PACK_NONE,    /* no addresses */
               PACK_STRIDE,  /* the first (uint64_t), one difference for all (int32_t) */
               PACK_DELTA16, /* the first, n - 1 differences (int16_t) */
               PACK_DELTA32, /* the first, n - 1 differences (int32_t) */
               PACK_LIST,    /* n addresses (uint64_t) */
               PACK_FORMS
} pack_form_t;
enum { PACK_RESIDENT_BYTES = 1 << 23 };
enum { PACK_STRIDE_BYTES = sizeof(uint64_t) + sizeof(int32_t) };

#define TRACE_PACK_MAGIC UINT64_C(0x6b6361702d644143) /* of another value with the other byte order */
enum { TRACE_PACK_VERSION = 4 }; /* a change of this file's format, or of what a line means, counts it up */

typedef struct {
    uint64_t magic;
    trace_key_t of;         /* hash of the trace's file */
    uint32_t version;       /* TRACE_PACK_VERSION */
    uint32_t spacing_bytes; /* of the first instructions, see trace_source_t */
    uint64_t bytes;         /* of this file */
    uint64_t warps;         /* of all CTAs */
    uint64_t head_at;       /* offset of the header's text: the end of the records */
    uint64_t inst_at;       /* offset of the instructions: the end of that text */
    uint64_t insts;
    uint64_t ctas_absent, ctas_cut, warps_empty; /* as in trace_kernel_t */
    uint64_t cluster_ctas;
    uint64_t text;    /* hash of the header's text */
    uint64_t offsets; /* hash of the warps' offsets */
    uint64_t body;    /* hash of everything behind them */
    uint64_t check;   /* hash of the fields above */
} trace_pack_head_t;

/* Offset of the records. */
static inline uint64_t trace_pack_record_at(const trace_pack_head_t *h)
{
    return sizeof *h + (h->warps + 1) * sizeof(uint64_t);
}

/* Walks through a kernel whose first pass is done and writes its compact form to the empty file `f`, by so many threads
 * of this host; it is the same for any number. Decoded instructions are dropped. False: the text has a mistake, `f`
 * cannot be written, or no memory. */
bool trace_pack_write(trace_kernel_t *k, uint32_t threads, FILE *f, const trace_key_t *of);

typedef struct {
    winst_t w;
    trace_met_t *opcode;
    uint8_t space; /* SPACE_NONE: no memory access */
    bool generic, listed;
} trace_packed_inst_t;
struct trace_packed { /* a mapped compact form */
    const uint8_t *map;
    const trace_pack_head_t *head;
    const uint64_t *warp_at;
    trace_packed_inst_t *inst; /* NULL: not yet decoded */
    uint64_t touched;          /* bytes read since pages were last given back */
};

/* trace_unpack.c. NULL: err; the mapped file is not the compact form of the trace `of`, any if it is NULL, with the
 * header of k, or no memory. It is mapped as long as the object lives. */
struct trace_packed *trace_unpack_open(const trace_kernel_t *k, const void *map, size_t bytes, const trace_key_t *of,
                                       err_t *err);
bool trace_unpack_decode(trace_kernel_t *k, err_t *err); /* as in trace_source_t */
/* What stands `at` a byte of the map makes no sense, although hashes are right. Always false. */
bool trace_unpack_damaged(const trace_kernel_t *k, const void *at, err_t *err);
/* Counts bytes of the map that are read next. After PACK_RESIDENT_BYTES it gives its pages back to the host, which
 * has them in its page cache, so that the process does not hold the whole file. */
void trace_unpack_touch(struct trace_packed *p, uint64_t bytes);
void trace_unpack_close(struct trace_packed *p); /* NULL is fine */

/* trace_packed.c. Makes a kernel, whose header was read and which runs no CTA, run from a mapped file, which
 * trace_unpack_close unmaps. False: as trace_unpack_open; nothing has changed. */
bool trace_packed_open(trace_kernel_t *k, const void *map, size_t bytes, const trace_key_t *of, err_t *err);
void trace_packed_close(trace_kernel_t *k); /* makes it run from its text again, and unmaps the file */

/* trace_pack_head.c: whether a file of so many bytes, which begins with *h, is a compact form. `h` is read as far as
 * the file goes. False: err, which names `path`. */
bool trace_pack_check(const trace_pack_head_t *h, uint64_t bytes, const char *path, err_t *err);
/* Reads and checks the begin of a file, and the hash of the header's text in it. False: err. */
bool trace_pack_head(int fd, const char *path, trace_pack_head_t *h, err_t *err);

/* trace_cache.c: the folder of compact forms. Failures are silent, as a run can read the text instead.
 *
 * Makes a kernel, whose header was read, run from its compact form. False: it is not there, belongs to another user,
 * may be written by others, is of another version or of other contents, or memory is short; the kernel runs from its
 * text, and what trace_odd_check replaced in the header may be replaced already. */
bool trace_cache_find(trace_kernel_t *k, const char *folder, const trace_key_t *of);
/* Puts a kernel whose first pass is done into it, and trims the folder. False: it is not there. */
bool trace_cache_fill(trace_kernel_t *k, const trace_cache_t *cache, const trace_key_t *of);

/* trace_trim.c: removes the forms that were used longest ago while the folder's take more than `most_bytes`, but never
 * the last one, and unfinished files without a write in the last hour, which a killed run leaves. */
#define TRACE_CACHE_MOST_BYTES (UINT64_C(5) << 30)
#define TRACE_CACHE_UNFINISHED ".XXXXXX" /* behind it, in a name of its own, as long as it is unfinished */
void trace_trim(const char *folder, uint64_t most_bytes);

#endif
