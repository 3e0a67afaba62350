/* trace_unpack.c - checks the compact form of a kernel's trace, and decodes its instructions. */
#include "trace/trace_pack.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

bool trace_unpack_damaged(const trace_kernel_t *k, const void *at, err_t *err)
{
    const char *path = trace_text_path(k->text);
    if (!trace_text_is_pack(path))
        return err_set(err, path, 0, "its compact form in the cache is damaged; run it with --no-cache");
    return err_set(err, path, 0,
                   "byte %" PRIu64
                   ": found what no compact form has there; allowed: what ctadel trace-convert --format "
                   "compact writes; make it again from its trace",
                   (uint64_t)((const uint8_t *)at - k->packed->map));
}

static bool decode_one(trace_kernel_t *k, const uint8_t **at, const uint8_t *end, trace_packed_inst_t *out, err_t *err)
{
    uint32_t head[2]; /* pc, characters */
    const uint8_t *from = *at;
    if ((size_t)(end - from) < sizeof head) return trace_unpack_damaged(k, from, err);
    memcpy(head, from, sizeof head);
    *at += sizeof head;
    if (head[1] > TRACE_LINE_MAX || head[1] > end - *at) return trace_unpack_damaged(k, from, err);
    const char *text = (const char *)*at, *behind = text;
    const trace_line_t line = {
        .at = text, .end = text + head[1], .offset = (uint64_t)(from - k->packed->map) - k->packed->head->head_at};
    *at += head[1];
    const trace_inst_t *inst = trace_inst_at(k, head[0], &line, &behind, err);
    if (!inst) return false;
    *out = (trace_packed_inst_t){.w = inst->w,
                                 .opcode = inst->opcode,
                                 .space = inst->access ? inst->w.space : SPACE_NONE,
                                 .generic = inst->access && inst->generic,
                                 .listed = inst->listed};
    return true;
}

bool trace_unpack_decode(trace_kernel_t *k, err_t *err)
{
    struct trace_packed *p = k->packed;
    const uint8_t *at = p->map + p->head->inst_at, *end = p->map + p->head->bytes;
    if (p->inst) return true;
    if (!(p->inst = calloc(p->head->insts + 1, sizeof *p->inst))) return err_set(err, NULL, 0, "out of memory");
    for (uint64_t i = 0; i < p->head->insts; i++)
        if (!decode_one(k, &at, end, &p->inst[i], err)) return false;
    return true;
}

static void give_back(const uint8_t *map, size_t bytes) { madvise((void *)(uintptr_t)map, bytes, MADV_DONTNEED); }

void trace_unpack_touch(struct trace_packed *p, uint64_t bytes)
{
    p->touched += bytes;
    if (p->touched < PACK_RESIDENT_BYTES) return;
    give_back(p->map, p->head->bytes);
    p->touched = 0;
}

/* Whether bytes of the map have a hash of its head. False: err. */
static bool hash_is(const char *path, const uint8_t *map, uint64_t from, uint64_t to, uint64_t hash, err_t *err)
{
    XXH3_state_t *state = XXH3_createState();
    const bool ok = state && XXH3_64bits_reset(state) == XXH_OK;
    for (uint64_t at = from; ok && at < to;) {
        const uint64_t bytes = to - at < PACK_RESIDENT_BYTES ? to - at : PACK_RESIDENT_BYTES;
        XXH3_64bits_update(state, map + at, bytes);
        at += bytes;
        give_back(map, at);
    }
    const uint64_t found = ok ? XXH3_64bits_digest(state) : 0;
    XXH3_freeState(state);
    if (!ok) return err_set(err, path, 0, "out of memory");
    return found == hash || err_set(err, path, 0,
                                    "bytes %" PRIu64 " to %" PRIu64 ": found the hash %016" PRIx64
                                    "; allowed: %016" PRIx64 "; the file is damaged: copy it again",
                                    from, to - 1, found, hash);
}

/* Whether the numbers of the head go with the header of k. False: err. */
static bool fits(const trace_kernel_t *k, const trace_pack_head_t *h, const char *path, err_t *err)
{
    if (h->warps != k->ctas * k->warps)
        return err_set(err, path, 0,
                       "byte %zu: found %" PRIu64 " warps; allowed: the %" PRIu64
                       " of the header's grid; make it again "
                       "from its trace",
                       offsetof(trace_pack_head_t, warps), h->warps, k->ctas * k->warps);
    const uint64_t room = (h->bytes - h->inst_at) / (2 * sizeof(uint32_t));
    if (h->insts > TRACE_INSTS_MAX || h->insts > room)
        return err_set(err, path, 0,
                       "byte %zu: found %" PRIu64 " instructions; allowed: up to %" PRIu64
                       "; make it again from its trace",
                       offsetof(trace_pack_head_t, insts), h->insts, room < TRACE_INSTS_MAX ? room : TRACE_INSTS_MAX);
    return h->spacing_bytes == TRACE_VOLTA_INST_BYTES || h->spacing_bytes == TRACE_VOLTA_INST_BYTES / 2 ||
           err_set(err, path, 0,
                   "byte %zu: found instructions %" PRIu32 " bytes apart; allowed: 8, 16; make it again from its trace",
                   offsetof(trace_pack_head_t, spacing_bytes), h->spacing_bytes);
}

struct trace_packed *trace_unpack_open(const trace_kernel_t *k, const void *map, size_t bytes, const trace_key_t *of,
                                       err_t *err)
{
    const trace_pack_head_t *h = map;
    const char *path = k->text ? trace_text_path(k->text) : NULL;
    if (!trace_pack_check(h, bytes, path, err) || !fits(k, h, path, err)) return NULL;
    if (of && (h->of.low != of->low || h->of.high != of->high)) {
        err_set(err, path, 0, "the compact form is of another trace");
        return NULL;
    }
    const uint64_t record_at = trace_pack_record_at(h);
    if (!hash_is(path, map, sizeof *h, record_at, h->offsets, err) ||
        !hash_is(path, map, record_at, bytes, h->body, err))
        return NULL;
    struct trace_packed *p = calloc(1, sizeof *p);
    if (!p) {
        err_set(err, path, 0, "out of memory");
        return NULL;
    }
    p->map = map;
    p->head = map;
    p->warp_at = (const uint64_t *)(const void *)(p->map + sizeof *p->head);
    return p;
}

void trace_unpack_close(struct trace_packed *p)
{
    if (!p) return;
    munmap((void *)(uintptr_t)p->map, p->head->bytes);
    free(p->inst);
    free(p);
}
