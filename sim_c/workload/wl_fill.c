/* wl_fill.c - fills buffers with their initial contents: by a generator, from a .npy file, or by the C reference. */
#include "workload/wl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void fill_field(const workload_t *w, const wl_buffer_t *b, const wl_field_t *f, char *out)
{
    char name[96];
    snprintf(name, sizeof name, b->type.is_record ? "%s.%s" : "%s", b->name, f->name);
    rng_t rng = rng_create(w->seed, name);
    double lo = expr_real(&f->lo), hi = expr_real(&f->hi);
    /* ints: lo and hi inclusive; the full 64-bit range gives span 0, for which rng_below returns any number */
    uint64_t span = (uint64_t)f->hi.whole - (uint64_t)f->lo.whole + 1;
    /* uniform: hi is exclusive, also after rounding to the type */
    double below_hi = f->type == ELEM_F32 ? nextafterf((float)hi, (float)lo) : nextafter(hi, lo);
    for (uint64_t i = 0; i < b->count; i++, out += b->type.bytes) {
        const expr_value_t *v = f->fill == FILL_VALUES ? &f->values[i] : &f->lo;
        double real;
        switch (f->fill) {
        case FILL_IOTA: elem_put_whole(f->type, out, (int64_t)i); break;
        case FILL_UNIFORM:
            real = lo + (hi - lo) * rng_real(&rng);
            elem_put_real(f->type, out, real < below_hi ? real : below_hi);
            break;
        case FILL_INTS: elem_put_whole(f->type, out, (int64_t)((uint64_t)f->lo.whole + rng_below(&rng, span))); break;
        default:
            if (v->is_real) elem_put_real(f->type, out, v->real);
            else elem_put_whole(f->type, out, v->whole);
        }
    }
}

bool wl_fill(const workload_t *w, void **host, err_t *err)
{
    bool by_reference = false;
    for (uint32_t i = 0; i < w->buffer_count; i++) {
        const wl_buffer_t *b = &w->buffers[i];
        by_reference |= b->by_reference;
        if (b->npy && !npy_read(b->npy, wl_npy_type(b), b->count, host[i], err)) return false;
        if (b->type.is_record && !b->npy) memset(host[i], 0, b->bytes); /* padding */
        for (uint32_t k = 0; !b->npy && k < b->type.fields; k++)
            fill_field(w, b, &b->type.field[k], (char *)host[i] + b->type.field[k].offset_bytes);
    }
    return !by_reference || wl_call_reference(w, w->ref->init, host, "ref.c init", err);
}
