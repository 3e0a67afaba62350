/* ptx_stuck.c - reports where the paths of a diverged warp stand, and what each waits for; or for which warp one waits
 * at a barrier of its cluster. */
#include "ptx/ptx_cluster.h"

#include <stdarg.h>

typedef struct {
    char *text;
    uint32_t bytes, used;
} note_t;

__attribute__((format(printf, 2, 3))) static void add(note_t *n, const char *format, ...)
{
    va_list args;
    if (n->used >= n->bytes) return;
    va_start(args, format);
    const int more = vsnprintf(n->text + n->used, n->bytes - n->used, format, args);
    va_end(args);
    n->used += more > 0 ? (uint32_t)more : 0;
}

/* Lanes for which the path in frame f waits at a .sync instruction. */
static uint32_t missing(const fe_cta_t *cta, ptx_warp_t *w, const ptx_frame_t *f)
{
    const ptx_uop_t *u = &cta->l->k->uop[f->pc];
    uint8_t *const running = w->regs;
    uint32_t wanted = w->live;
    w->regs = ptx_regs_of(w, f);
    const uint32_t lanes = ptx_guard(w, u, f->mask);
    const lane_u32 *members = ptx_ref(cta->l, w, u->s[u->group == G_NOP ? 0 : 3]);
    if (u->group != G_BARRIER && lanes) wanted &= members[__builtin_ctz(lanes)];
    w->regs = running;
    return wanted & ~f->mask;
}

static void add_paths(const fe_cta_t *cta, ptx_warp_t *w, note_t *n)
{
    const ptx_kernel_t *k = cta->l->k;
    uint32_t above = 0;
    for (uint32_t i = w->depth - 1; ptx_next_path(w, &i, &above); i--) {
        const ptx_frame_t *f = &w->frame[i];
        add(n, "%slanes 0x%x at line %u", n->used ? "; " : "", f->mask, k->winst[f->pc].line);
        if (f->waits) add(n, " wait at %.30s for lanes 0x%x", k->text[f->pc], missing(cta, w, f));
    }
}

bool ptx_stuck(const fe_cta_t *cta, ptx_warp_t *w, err_t *err)
{
    const ptx_kernel_t *k = cta->l->k;
    char text[400] = "";
    note_t n = {text, sizeof text, 0};
    add_paths(cta, w, &n);
    return err_set(err, k->m->file, k->winst[w->frame[w->depth - 1].pc].line,
                   "kernel '%.60s': lanes of warp %u of CTA %u,%u,%u wait for one another for ever: %s", k->name,
                   w->index, cta->place.x, cta->place.y, cta->place.z, text);
}

void ptx_paths(fe_cta_t *cta, uint32_t warp, char *text, uint32_t text_bytes)
{
    ptx_warp_t *w = &cta->warp[warp];
    note_t n = {text, text_bytes, 0};
    text[0] = '\0';
    if (w->depth && w->frame[w->depth - 1].mask != w->live) add_paths(cta, w, &n);
    else ptx_cluster_waits(cta, warp, text, text_bytes);
}
