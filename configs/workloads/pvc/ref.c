/* Log and reference of pvc. A URL's text depends on its number alone. The reference hashes whole fields. Each line
 * emits one pair, so the place of a pair is known. */
#include "../mars_ref.h"

#include <stdio.h>

enum { URLS = 1024, LINE_BYTES = 53, LINE_LEAST = 45, KEY = 16, VALUE = 8, FIELD = 80 };

static uint32_t line_of(workload_ref_ctx_t *ctx, uint8_t *to)
{
    const uint64_t random = workload_ref_random(ctx), draw = random % URLS;
    const unsigned url = (unsigned)(draw * draw / URLS),
                   length = LINE_LEAST + (random >> 10) % (LINE_BYTES - LINE_LEAST + 1);
    char text[FIELD];
    int used = snprintf(text, sizeof text, "http://h%03u.example/%u\t10.%u.%u.%u\t", url % 61, url,
                        (unsigned)(random >> 20 & 255), (unsigned)(random >> 28 & 255), (unsigned)(random >> 36 & 255));
    for (uint64_t more = random >> 40; used < (int)length - 1; more = more * 6364136223846793005u + 1)
        text[used++] = (char)('a' + (more >> 33) % 26);
    text[length - 1] = '\n';
    memcpy(to, text, length);
    return length;
}

static void pvc_init(workload_ref_ctx_t *ctx)
{
    const int64_t records = workload_ref_param(ctx, "records", 1, WORKLOAD_REF_MAX);
    uint8_t *log = workload_ref_buf(ctx, "log", ELEM_U8, LINE_BYTES * records);
    uint32_t *line = workload_ref_buf(ctx, "lines", ELEM_U32, 2 * records), at = 0;
    for (int64_t r = 0; r < records; r++, line += 2) {
        line[0] = at;
        line[1] = line_of(ctx, log + at);
        at += line[1];
    }
}

static void pvc_expect(workload_ref_ctx_t *ctx)
{
    const int64_t records = workload_ref_param(ctx, "records", 1, WORKLOAD_REF_MAX);
    const uint8_t *log = workload_ref_own(ctx, "log", ELEM_U8, LINE_BYTES * records);
    const uint32_t *lines = workload_ref_own(ctx, "lines", ELEM_U32, 2 * records);
    mars_out_t out = mars_out(ctx, records, KEY * records, VALUE * records, records);

    for (int64_t r = 0; r < records; r++) { /* phase 2 overwrites the output of phase 1 */
        const uint8_t *line = log + lines[2 * r], *url_end = memchr(line, '\t', lines[2 * r + 1]);
        const uint8_t *second = memchr(url_end + 1, '\t', LINE_BYTES);
        uint32_t key[KEY / 4] = {2166136261u, 1, lines[2 * r], (uint32_t)(url_end - line)};
        const uint32_t value[VALUE / 4] = {(uint32_t)(second - line), 1};
        for (const uint8_t *byte = line; byte < url_end; byte++) {
            key[0] = (key[0] ^ *byte) * 16777619u;
            key[1] = (key[1] << 5 | key[1] >> 27) + *byte;
        }
        mars_record(&out, r, records);
        mars_emitted(&out, key, KEY, value, VALUE);
    }
}

const workload_ref_t workload_ref_pvc = {.name = "pvc", .init = pvc_init, .expect = pvc_expect};
