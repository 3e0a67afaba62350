/* trace_unpack.c - checks the compact form of a kernel's trace, and decodes its instructions. */
#include "trace/trace_pack.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

bool trace_unpack_damaged(const trace_kernel_t *k, err_t *err)
{
    return err_set(err, trace_text_path(k->text), 0,
                   "its compact form in the cache is damaged; run it with --no-cache");
}

static bool decode_one(trace_kernel_t *k, const uint8_t **at, const uint8_t *end, trace_packed_inst_t *out, err_t *err)
{
    uint32_t head[2]; /* pc, characters */
    if ((size_t)(end - *at) < sizeof head) return trace_unpack_damaged(k, err);
    memcpy(head, *at, sizeof head);
    *at += sizeof head;
    if (head[1] > TRACE_LINE_MAX || head[1] > end - *at) return trace_unpack_damaged(k, err);
    const char *text = (const char *)*at, *behind = text;
    const trace_line_t line = {.at = text, .end = text + head[1]};
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

static bool hash_is(const uint8_t *map, uint64_t from, uint64_t to, uint64_t hash)
{
    XXH3_state_t *state = XXH3_createState();
    bool ok = state && XXH3_64bits_reset(state) == XXH_OK;
    while (ok && from < to) {
        const uint64_t bytes = to - from < PACK_RESIDENT_BYTES ? to - from : PACK_RESIDENT_BYTES;
        XXH3_64bits_update(state, map + from, bytes);
        from += bytes;
        give_back(map, from);
    }
    ok = ok && XXH3_64bits_digest(state) == hash;
    XXH3_freeState(state);
    return ok;
}

static bool is_right(const trace_kernel_t *k, const uint8_t *map, size_t bytes, const trace_key_t *of)
{
    const trace_pack_head_t *h = (const trace_pack_head_t *)(const void *)map;
    if (bytes < sizeof *h || h->magic != TRACE_PACK_MAGIC || h->version != TRACE_PACK_VERSION || h->bytes != bytes ||
        h->of.low != of->low || h->of.high != of->high ||
        h->check != XXH3_64bits(h, offsetof(trace_pack_head_t, check)) || h->warps != k->ctas * k->warps)
        return false;
    const uint64_t record_at = trace_pack_record_at(h);
    return record_at <= h->inst_at && h->inst_at <= bytes && h->insts <= TRACE_INSTS_MAX &&
           h->insts <= (bytes - h->inst_at) / (2 * sizeof(uint32_t)) &&
           (h->spacing_bytes == TRACE_VOLTA_INST_BYTES || h->spacing_bytes == TRACE_VOLTA_INST_BYTES / 2) &&
           hash_is(map, sizeof *h, record_at, h->offsets) && hash_is(map, record_at, bytes, h->body);
}

struct trace_packed *trace_unpack_open(const trace_kernel_t *k, const void *map, size_t bytes, const trace_key_t *of)
{
    struct trace_packed *p = is_right(k, map, bytes, of) ? calloc(1, sizeof *p) : NULL;
    if (!p) return NULL;
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
