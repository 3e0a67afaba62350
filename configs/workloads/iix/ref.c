/* Documents and reference of iix. The reference finds the parts of a link's markup by strstr; the kernel steps through
 * a state machine. */
#include "../mars_ref.h"

#include <stdio.h>
#include <stdlib.h>

enum { KEY = 16, MOST = 16, SPREAD = 2048, WORDS_PER_LINK = 45, LINK_BYTES = 64, ADDRESSES = 4096 };

static uint32_t put(uint8_t *to, uint32_t at, const char *text)
{
    const size_t length = strlen(text);
    memcpy(to + at, text, length);
    return at + (uint32_t)length;
}

/* Writes a document of `bytes` or more, up to the end of a line: at most SPREAD more, with at most MOST links. Returns
 * their number in `links`. */
static uint32_t document(workload_ref_ctx_t *ctx, uint8_t *to, uint32_t bytes, uint32_t line, uint32_t *links)
{
    const uint32_t most = *links + MOST;
    uint32_t at = 0;
    for (;;) {
        const uint64_t random = workload_ref_random(ctx);
        char text[LINK_BYTES];
        if (random % WORDS_PER_LINK == 0 && *links < most) {
            const unsigned address = (unsigned)(random >> 8) % ADDRESSES;
            snprintf(text, sizeof text, "<a href=\"http://s%u.example/p%u\">", address % 97, address);
            (*links)++;
        } else if (random % WORDS_PER_LINK == 1) {
            snprintf(text, sizeof text, "<b>");
        } else {
            snprintf(text, sizeof text, "%.*s", 2 + (int)(random >> 20 & 7), &"evermoreandthe"[random >> 24 & 3]);
        }
        at = put(to, at, text);
        const bool ends = (random >> 32) % line < strlen(text) || at + LINK_BYTES > bytes + SPREAD;
        to[at++] = ends ? '\n' : ' ';
        if (ends && at >= bytes) return at;
    }
}

static void iix_init(workload_ref_ctx_t *ctx)
{
    const int64_t records = workload_ref_param(ctx, "records", 1, WORKLOAD_REF_MAX);
    const int64_t bytes = workload_ref_param(ctx, "bytes", 1, 4096), line = workload_ref_param(ctx, "line", 1, 4096);
    uint8_t *html = workload_ref_buf(ctx, "html", ELEM_U8, (bytes + SPREAD) * records);
    uint32_t *of = workload_ref_buf(ctx, "documents", ELEM_U32, 2 * records), at = 0, links = 0;
    for (int64_t r = 0; r < records; r++, of += 2) {
        of[0] = at;
        of[1] = document(ctx, html + at, (uint32_t)bytes, (uint32_t)line, &links);
        at += of[1];
    }
    if (links == 0) workload_ref_empty(ctx, "html", "links");
}

static void links_of(mars_out_t *out, const char *text, uint32_t first, uint32_t record)
{
    static const char before[] = "<a href=\"";
    for (const char *link = text; (link = strstr(link, before));) {
        link += sizeof before - 1;
        const size_t length = strcspn(link, "\"");
        uint32_t key[KEY / 4] = {2166136261u, 1, first + (uint32_t)(link - text), (uint32_t)length};
        for (size_t i = 0; i < length; i++) {
            key[0] = (key[0] ^ (uint8_t)link[i]) * 16777619u;
            key[1] = (key[1] << 5 | key[1] >> 27) + (uint8_t)link[i];
        }
        mars_emitted(out, key, KEY, &record, 4);
    }
}

static void iix_expect(workload_ref_ctx_t *ctx)
{
    const int64_t records = workload_ref_param(ctx, "records", 1, WORKLOAD_REF_MAX);
    const int64_t longest = workload_ref_param(ctx, "bytes", 1, 4096) + SPREAD;
    const uint8_t *html = workload_ref_own(ctx, "html", ELEM_U8, longest * records);
    const uint32_t *of = workload_ref_own(ctx, "documents", ELEM_U32, 2 * records);
    mars_out_t out = mars_out(ctx, records, KEY * MOST * records, 4 * MOST * records, MOST * records);
    char *text = workload_ref_room(ctx, longest + 1, 1);
    for (int64_t r = 0; r < records; r++, of += 2) {
        memcpy(text, html + of[0], of[1]);
        text[of[1]] = '\0';
        mars_record(&out, r, records);
        links_of(&out, text, of[0], (uint32_t)r);
    }
}

const workload_ref_t workload_ref_iix = {.name = "iix", .init = iix_init, .expect = iix_expect};
