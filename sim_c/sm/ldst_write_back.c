/* ldst_write_back.c - the write-back register, which machines with operand collectors have. */
#include "sm/ldst_internal.h"

void ldst_arrived(ldst_t *l, answer_source_t from, uint32_t n, uint64_t number)
{
    const winst_t *in = l->entry[n].inst;
    const bool passed = from == ANSWER_L1D && (in->bypass_l1 || winst_atomic(in));
    answers_push(&l->answers, passed ? ANSWER_L2 : from, (answer_t){(uint16_t)n, number});
}

bool ldst_writing(const ldst_t *l, ldst_done_t *write)
{
    if (l->writing < 0) return false;
    const entry_t *e = &l->entry[l->writing];
    *write = (ldst_done_t){e->inst, e->warp, e->group, e->resumes, (uint16_t)l->writing};
    return true;
}

/* The register takes the next data. */
static void take_next(ldst_t *l, ldst_write_t *out)
{
    answer_source_t from;
    answer_t item;
    l->writing = -1;
    if (!answers_take(&l->answers, &from, &item)) return;
    l->writing = item.entry;
    l->in_banks -= from == ANSWER_BANKS;
    out->filled = from == ANSWER_L1D ? item.number : 0;
    const entry_t *e = &l->entry[item.entry];
    if (e->waited && e->remaining == 1 && e->next == e->count) out->atomic = e->warp;
}

void ldst_write_back(ldst_t *l, bool bank_free, ldst_write_t *out)
{
    *out = (ldst_write_t){.atomic = NO_WARP};
    if (l->writing >= 0 && !bank_free) {
        l->st->load_write_waits++;
        return;
    }
    out->over = l->writing >= 0 && ldst_answer(l, (uint32_t)l->writing, &out->done);
    take_next(l, out);
}
