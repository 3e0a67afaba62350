/* Reference of sad: compares every block with every place, pixel by pixel. */
#include "workload/workload.h"

#include <stdlib.h>
#include <string.h>

enum { EDGE = 4, PLACES_MAX = 33 };

typedef struct {
    int64_t width, height;
    const uint16_t *frame, *other;
} frames_t;

static int64_t within(int64_t at, int64_t size) { return at < 0 ? 0 : at < size ? at : size - 1; }

/* Compares the block at (bx, by) of the frame with the place at (x, y) of the other frame. */
static uint16_t difference(const frames_t *f, int64_t bx, int64_t by, int64_t x, int64_t y)
{
    int sum = 0;
    for (int64_t r = 0; r < EDGE; r++)
        for (int64_t c = 0; c < EDGE; c++)
            sum += abs(f->frame[(by + r) * f->width + bx + c] -
                       f->other[within(y + r, f->height) * f->width + within(x + c, f->width)]);
    return (uint16_t)sum;
}

static void sad_expect(workload_ref_ctx_t *ctx)
{
    frames_t f = {.width = workload_ref_param(ctx, "width", EDGE, WORKLOAD_REF_MAX),
                  .height = workload_ref_param(ctx, "height", EDGE, WORKLOAD_REF_MAX)};
    int64_t places = workload_ref_param(ctx, "places", 1, PLACES_MAX), reach = places / 2;
    int64_t pitch = (places * places + 7) / 8 * 8; /* of the sums of one block */
    int64_t blocks = f.width / EDGE * (f.height / EDGE);
    f.frame = workload_ref_buf(ctx, "frame", ELEM_U16, f.width * f.height);
    f.other = workload_ref_buf(ctx, "other", ELEM_U16, f.width * f.height);
    uint16_t *sums = workload_ref_buf(ctx, "sums", ELEM_U16, blocks * pitch);

    memset(sums, 0, (size_t)(blocks * pitch) * sizeof *sums);
    for (int64_t by = 0; by + EDGE <= f.height; by += EDGE)
        for (int64_t bx = 0; bx + EDGE <= f.width; bx += EDGE, sums += pitch)
            for (int64_t p = 0; p < places * places; p++)
                sums[p] = difference(&f, bx, by, bx - reach + p % places, by - reach + p / places);
}

const workload_ref_t workload_ref_sad = {.name = "sad", .expect = sad_expect};
