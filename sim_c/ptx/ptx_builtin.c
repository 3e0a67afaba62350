/* ptx_builtin.c - device functions of CUDA's runtime: printf, assert, malloc and free.
 *
 * A call takes effect at issue, lane by lane, and costs one instruction. Not modelled: CUDA's device-side printf
 * buffer, which has a limited size and is printed at the next synchronisation. */
#include "ptx/float_bits.h"
#include "ptx/ptx_exec.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { TEXT_MAX = 4096, SPEC_MAX = 32, DIGITS_MAX = 4 /* of a width */ };

static uint64_t argument(const ptx_warp_t *w, const ptx_call_t *c, uint32_t i, uint32_t lane)
{
    const lane_u32 *word = (const lane_u32 *)(const void *)(w->regs + c->args.area[i].offset);
    const uint64_t high = c->args.area[i].words > 1 ? word[PTX_LANES + lane] : 0;
    return high << 32 | word[lane];
}

/* Copies the string at a generic address, at most TEXT_MAX - 1 characters. False: the address is outside all memory. */
static bool string_at(const fe_cta_t *cta, uint32_t thread, uint64_t addr, char text[TEXT_MAX])
{
    uint32_t n = 0;
    for (; n + 1 < TEXT_MAX; n++) {
        const uint8_t *p = ptx_bytes(cta, thread, addr + n, 1);
        if (!p) return false;
        text[n] = (char)*p;
        if (!*p) return true;
    }
    text[n] = '\0';
    return true;
}

typedef struct { /* one printf of one lane */
    const fe_cta_t *cta;
    uint32_t thread;
    uint64_t args;  /* address of the next argument, before alignment */
    const char *at; /* in the format */
    int printed;    /* arguments printed so far */
} print_t;

static bool take(print_t *p, uint32_t bytes, uint64_t *value)
{
    *value = 0;
    p->args = (p->args + bytes - 1) / bytes * bytes;
    const uint8_t *from = ptx_bytes(p->cta, p->thread, p->args, bytes);
    if (!from) return false;
    memcpy(value, from, bytes);
    p->args += bytes;
    p->printed++;
    return true;
}

/* Copies flags, width and precision for the host's printf; a star takes an argument. */
static bool spec_of(print_t *p, char spec[SPEC_MAX])
{
    uint32_t n = 0, digits = 0;
    uint64_t star;
    spec[n++] = *p->at++;
    while (*p->at && strchr("-+ #0123456789.*", *p->at)) {
        digits = isdigit((unsigned char)*p->at) ? digits + 1 : 0;
        if (n + 16 > SPEC_MAX || digits > DIGITS_MAX) return false;
        if (*p->at != '*') {
            spec[n++] = *p->at++;
            continue;
        }
        if (!take(p, 4, &star)) return false;
        n += (uint32_t)snprintf(spec + n, 12, "%d", (int)(int16_t)star);
        p->at++;
    }
    spec[n] = '\0';
    return true;
}

static bool number(print_t *p, FILE *out, char *spec, char conversion, bool is_wide)
{
    uint64_t v;
    const bool is_real = strchr("aAeEfFgG", conversion) != NULL, wide = is_wide || is_real || conversion == 'p';
    if (!take(p, wide ? 8 : 4, &v)) return false;
    char tail[4] = {conversion, '\0'};
    if (wide && !is_real && conversion != 'p') snprintf(tail, sizeof tail, "ll%c", conversion);
    strcat(spec, tail);
    if (is_real) fprintf(out, spec, f64_of(v));
    else if (conversion == 'p') fprintf(out, spec, (void *)(uintptr_t)v);
    else if (wide) fprintf(out, spec, (long long)v);
    else fprintf(out, spec, (int)v);
    return true;
}

static bool conversion(print_t *p, FILE *out)
{
    char spec[SPEC_MAX], text[TEXT_MAX];
    uint64_t addr;
    if (!spec_of(p, spec)) return false;
    uint32_t longs = 0, shorts = 0;
    for (; *p->at && strchr("hljztLq", *p->at); p->at++) {
        longs += *p->at != 'h';
        shorts += *p->at == 'h';
    }
    const char c = *p->at;
    if (c) p->at++;
    if (c == '%') return fputc('%', out) != EOF;
    if (c && strchr("diouxXaAeEfFgGcp", c)) {
        if (shorts && strchr("diouxX", c)) strcat(spec, shorts > 1 ? "hh" : "h");
        return number(p, out, spec, c, longs > 0 && c != 'c');
    }
    if (c != 's' || !take(p, 8, &addr) || !string_at(p->cta, p->thread, addr, text)) return false;
    fprintf(out, strcat(spec, "s"), text);
    return true;
}

/* From the first invalid conversion on, the format is printed as it stands, as CUDA does. Returns -1 then, else the
 * number of arguments. */
static int print(print_t *p, FILE *out)
{
    while (*p->at) {
        const char *start = p->at;
        if (*p->at != '%') {
            fputc(*p->at++, out);
        } else if (!conversion(p, out)) {
            fputs(start, out);
            return -1;
        }
    }
    return p->printed;
}

static bool no_format(const fe_cta_t *cta, const ptx_call_t *c, err_t *err)
{
    return err_set(err, cta->l->k->m->file, c->line,
                   "call of vprintf in '%.60s': the format string lies outside all buffers; allowed: a string in "
                   "global, constant or local memory",
                   cta->l->k->name);
}

static bool print_lanes(const fe_cta_t *cta, const ptx_warp_t *w, const ptx_call_t *c, uint32_t mask, err_t *err)
{
    char format[TEXT_MAX];
    for (uint32_t todo = mask; todo; todo &= todo - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(todo), thread = w->index * cta->l->lanes + lane;
        if (!string_at(cta, thread, argument(w, c, 0, lane), format)) return no_format(cta, c, err);
        print_t p = {.cta = cta, .thread = thread, .args = argument(w, c, 1, lane), .at = format};
        const int printed = print(&p, cta->l->print);
        if (c->results.used) ((lane_u32 *)(void *)(w->regs + c->results.area[0].offset))[lane] = (uint32_t)printed;
    }
    return true;
}

/* CUDA's message, for the first lane whose assertion failed. */
static bool assertion(const fe_cta_t *cta, const ptx_warp_t *w, const ptx_call_t *c, uint32_t mask, err_t *err)
{
    char what[TEXT_MAX] = "?", file[TEXT_MAX] = "?", function[TEXT_MAX] = "?";
    const ptx_launch_t *l = cta->l;
    const uint32_t lane = (uint32_t)__builtin_ctz(mask), t = w->index * l->lanes + lane;
    string_at(cta, t, argument(w, c, 0, lane), what);
    string_at(cta, t, argument(w, c, 1, lane), file);
    string_at(cta, t, argument(w, c, 3, lane), function);
    return err_set(err, file, (unsigned)argument(w, c, 2, lane),
                   "%.150s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%.150s` failed.", function, cta->place.x,
                   cta->place.y, cta->place.z, t % l->block[0], t / l->block[0] % l->block[1],
                   t / l->block[0] / l->block[1], what);
}

/* A full heap returns 0, as CUDA's does. */
static bool allocate(const fe_cta_t *cta, const ptx_warp_t *w, const ptx_call_t *c, uint32_t mask)
{
    lane_u32 *result = (lane_u32 *)(void *)(w->regs + c->results.area[0].offset);
    for (uint32_t todo = mask; todo; todo &= todo - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(todo);
        const uint64_t at = heap_alloc(cta->l->heap, argument(w, c, 0, lane));
        result[lane] = (uint32_t)at;
        result[PTX_LANES + lane] = (uint32_t)(at >> 32);
    }
    return true;
}

static bool release(const fe_cta_t *cta, const ptx_warp_t *w, const ptx_call_t *c, uint32_t mask, err_t *err)
{
    for (uint32_t todo = mask; todo; todo &= todo - 1) {
        const uint64_t at = argument(w, c, 0, (uint32_t)__builtin_ctz(todo));
        if (at && !heap_free(cta->l->heap, at))
            return err_set(err, cta->l->k->m->file, c->line,
                           "call of free in '%.60s': 0x%" PRIx64 " was not allocated; allowed: a pointer that malloc "
                           "returned and that was not freed",
                           cta->l->k->name, at);
    }
    return true;
}

bool ptx_builtin(fe_cta_t *cta, ptx_warp_t *w, const ptx_call_t *c, uint32_t mask, err_t *err)
{
    if (c->kind == CALL_ASSERT && c->args.used >= 4) return assertion(cta, w, c, mask, err);
    const bool wide = c->args.used == 1 && c->args.area[0].words == 2;
    if (c->kind == CALL_MALLOC && wide && c->results.used == 1 && c->results.area[0].words == 2)
        return allocate(cta, w, c, mask);
    if (c->kind == CALL_FREE && wide) return release(cta, w, c, mask, err);
    if (c->kind == CALL_PRINTF && c->args.used == 2) return print_lanes(cta, w, c, mask, err);
    return err_set(err, cta->l->k->m->file, c->line,
                   "call of %s with %u arguments, or arguments of another size; allowed: the declaration of CUDA's "
                   "runtime",
                   c->callee->name, c->args.used);
}
