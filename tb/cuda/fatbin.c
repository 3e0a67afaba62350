/* fatbin.c - a fatbin is a header and a sequence of entries; the header of each entry gives the size of header and
 * payload. */
#include "cuda/fatbin.h"

#include <inttypes.h>
#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define FATBIN_MAGIC UINT32_C(0xba55ed50)
enum {
    RAW_MAX = 1 << 28,
    LZ4_RATIO_MAX = 255,
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
};

typedef struct {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes; /* total size of the entries */
} head_t;

typedef struct {
    uint16_t kind, version;
    uint32_t header_bytes;
    uint64_t payload_bytes;
    uint32_t packed_bytes, unknown1; /* packed_bytes: compressed size; 0: the payload is plain */
    uint32_t unknown2, arch;
    uint32_t name_offset, name_bytes;
    uint64_t flags, unknown3, raw_bytes;
} entry_head_t;

/* True: `packed` bytes can decompress to h->raw_bytes. Checked before that much memory is allocated. */
static bool plausible(const entry_head_t *h, const uint8_t *payload, size_t packed)
{
    if (h->flags & FLAG_ZSTD) return ZSTD_getFrameContentSize(payload, packed) == h->raw_bytes;
    return !(h->flags & FLAG_LZ4) || h->raw_bytes <= LZ4_RATIO_MAX * packed;
}

static size_t unpack_into(const fatbin_entry_t *e, uint64_t flags, const uint8_t *payload, size_t packed)
{
    if (flags & FLAG_ZSTD)
        return ZSTD_decompress(e->bytes, e->size, payload, packed); /* an error code differs from any size */
    if (flags & FLAG_LZ4) {
        const int n = LZ4_decompress_safe((const char *)payload, e->bytes, (int)packed, (int)e->size);
        return n < 0 ? SIZE_MAX : (size_t)n;
    }
    memcpy(e->bytes, payload, e->size);
    return e->size;
}

static bool unpack(const entry_head_t *h, const uint8_t *payload, fatbin_entry_t *e, err_t *err)
{
    const size_t packed = h->packed_bytes && h->packed_bytes <= h->payload_bytes ? h->packed_bytes : h->payload_bytes;
    const uint64_t size = h->flags & (FLAG_LZ4 | FLAG_ZSTD) ? h->raw_bytes : h->payload_bytes;
    if (size > RAW_MAX || packed > RAW_MAX)
        return err_set(err, "fatbin", 0, "an entry of %" PRIu64 " bytes; allowed: at most %d", size, RAW_MAX);
    const bool can = plausible(h, payload, packed);
    e->size = (size_t)size;
    e->bytes = can ? malloc(e->size + 1) : NULL;
    if (can && !e->bytes) return err_set(err, NULL, 0, "out of memory");
    if (!can || unpack_into(e, h->flags, payload, packed) != e->size)
        return err_set(err, "fatbin", 0,
                       "an entry of %zu bytes does not decompress to the %zu that its header gives; remedy: link the "
                       "program again",
                       packed, e->size);
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
            return err_set(err, "fatbin", 0, "entry %u is longer than the fatbin; remedy: link the program again",
                           *count);
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
