/* wl_fill.c - the initial contents of the buffers: by generator, from a .npy file, or by the C reference. */
#include "workload/wl.h"

#include "workload/npy.h"

#include <math.h>

static bool fill_one(const workload_t *w, const wl_buffer_t *b, char *out, err_t *err)
{
    rng_t rng = rng_create(w->seed, b->name);
    uint32_t step = elem_bytes(b->type);
    double lo = wl_number_real(&b->lo), hi = wl_number_real(&b->hi);
    /* ints: both ends belong to it; the whole 64-bit range has span 0, which rng_below means so */
    uint64_t span = (uint64_t)b->hi.whole - (uint64_t)b->lo.whole + 1;
    /* Rounding to the type must not reach hi. */
    double below_hi = b->type == ELEM_F32 ? nextafterf((float)hi, (float)lo) : nextafter(hi, lo);

    if (b->fill == FILL_NPY) return npy_read(b->npy, b->type, b->count, out, err);
    for (uint64_t i = 0; i < b->count; i++, out += step) {
        double real;
        switch (b->fill) {
        case FILL_IOTA: elem_put_whole(b->type, out, (int64_t)i); break;
        case FILL_UNIFORM:
            real = lo + (hi - lo) * rng_real(&rng);
            elem_put_real(b->type, out, real < below_hi ? real : below_hi);
            break;
        case FILL_INTS: elem_put_whole(b->type, out, (int64_t)((uint64_t)b->lo.whole + rng_below(&rng, span))); break;
        default:
            if (b->lo.is_real) elem_put_real(b->type, out, lo);
            else elem_put_whole(b->type, out, b->lo.whole);
        }
    }
    return true;
}

bool wl_fill(const workload_t *w, void **host, err_t *err)
{
    bool by_reference = false;
    for (uint32_t i = 0; i < w->buffer_count; i++) {
        if (!fill_one(w, &w->buffers[i], host[i], err)) return false;
        by_reference |= w->buffers[i].fill == FILL_C;
    }
    return !by_reference || wl_call_reference(w, w->ref->init, host, "ref.c init", err);
}
