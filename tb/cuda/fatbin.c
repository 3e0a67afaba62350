/* fatbin.c - a header, then entries: each has a header of its own, that says how long it and its payload are. */
#include "cuda/fatbin.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define FATBIN_MAGIC UINT32_C(0xba55ed50)
enum {
    RAW_MAX = 1 << 30,
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
};

typedef struct {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes; /* of the entries */
} head_t;

typedef struct {
    uint16_t kind, version;
    uint32_t header_bytes;
    uint64_t payload_bytes;
    uint32_t packed_bytes, unknown1; /* packed: 0 where the payload is plain */
    uint32_t unknown2, arch;
    uint32_t name_offset, name_bytes;
    uint64_t flags, unknown3, raw_bytes;
} entry_head_t;

static bool unpack(const entry_head_t *h, const uint8_t *payload, fatbin_entry_t *e, err_t *err)
{
    const size_t packed = h->packed_bytes && h->packed_bytes <= h->payload_bytes ? h->packed_bytes : h->payload_bytes;
    size_t got = 0;
    if (h->raw_bytes > RAW_MAX) return err_set(err, "fatbin", 0, "an entry of more than 1 GiB");
    e->size = h->flags & (FLAG_LZ4 | FLAG_ZSTD) ? (size_t)h->raw_bytes : (size_t)h->payload_bytes;
    e->bytes = malloc(e->size + 1);
    if (!e->bytes) return err_set(err, NULL, 0, "out of memory");
    if (h->flags & FLAG_ZSTD) {
        got = ZSTD_decompress(e->bytes, e->size, payload, packed);
        if (ZSTD_isError(got)) got = SIZE_MAX;
    } else if (h->flags & FLAG_LZ4) {
        const int n = LZ4_decompress_safe((const char *)payload, e->bytes, (int)packed, (int)e->size);
        got = n < 0 ? SIZE_MAX : (size_t)n;
    } else {
        memcpy(e->bytes, payload, got = e->size);
    }
    if (got != e->size)
        return err_set(err, "fatbin", 0, "an entry of %zu bytes does not unpack to %zu", packed, e->size);
    e->bytes[e->size] = '\0';
    return true;
}

bool fatbin_read(const void *image, fatbin_entry_t **entries, uint32_t *count, err_t *err)
{
    const head_t *head = image;
    *entries = NULL;
    *count = 0;
    if (head->magic != FATBIN_MAGIC)
        return err_set(err, "fatbin", 0, "begins with 0x%08x; allowed: 0x%08x", head->magic, FATBIN_MAGIC);
    const uint8_t *at = (const uint8_t *)image + head->header_bytes;
    for (uint64_t left = head->bytes; left >= sizeof(entry_head_t);) {
        entry_head_t h;
        memcpy(&h, at, sizeof h);
        if (h.header_bytes < sizeof h || h.header_bytes > left || h.payload_bytes > left - h.header_bytes)
            return err_set(err, "fatbin", 0, "entry %u is longer than the fatbin", *count);
        const uint8_t *payload = at + h.header_bytes;
        at = payload + h.payload_bytes;
        left -= h.header_bytes + h.payload_bytes;
        if (h.kind != FATBIN_PTX && h.kind != FATBIN_CUBIN) continue;
        fatbin_entry_t *more = realloc(*entries, (*count + 1) * sizeof *more);
        if (!more) return err_set(err, NULL, 0, "out of memory");
        *entries = more;
        more[*count] = (fatbin_entry_t){.kind = (fatbin_kind_t)h.kind, .arch = h.arch};
        if (!unpack(&h, payload, &more[(*count)++], err)) return false;
    }
    return true;
}

void fatbin_free(fatbin_entry_t *entries, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) free(entries[i].bytes);
    free(entries);
}
