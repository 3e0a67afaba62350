/* sequence_control.c - the columns STALL YIELD WRITE READ MASK of an instruction. */
#include "sequence/sequence_internal.h"

#include <string.h>

enum { STALL_MAX = 15, MASK_MAX = (1 << CONTROL_COUNTERS) - 1, DEPBAR_STALL_MIN = 4 };

static bool small(const sequence_at_t *at, const char *what, const char *text, uint32_t most, uint8_t *out)
{
    uint64_t n;
    if (!sequence_number(text, most, &n)) return sequence_bad(at, what, text, "0 to %u", most);
    *out = (uint8_t)n;
    return true;
}

/* A counter, or -1. `why_none`: the opcode has none, because; NULL: it may have one. */
static bool counter(const sequence_at_t *at, const char *what, const char *text, const char *why_none, uint8_t *out)
{
    uint64_t n;
    *out = CONTROL_NONE;
    if (strcmp(text, "-1") == 0) return true;
    if (!sequence_number(text, CONTROL_COUNTERS - 1, &n))
        return sequence_bad(at, what, text, "-1 (none), 0 to %d", CONTROL_COUNTERS - 1);
    if (why_none) return sequence_bad(at, what, text, "-1, as the opcode %s", why_none);
    *out = (uint8_t)n;
    return true;
}

bool sequence_control(const sequence_at_t *at, char *const field[5], sequence_inst_t *in)
{
    inst_control_t *c = &in->control;
    const sequence_form_t form = (sequence_form_t)in->op->form;
    const bool plain = form == FORM_NONE || form == FORM_BARRIER || form == FORM_BRANCH || form == FORM_DEPBAR;
    const char *no_result = plain || form == FORM_STORE ? "has no result" : NULL;
    const char *no_source = plain ? "reads no register" : NULL;
    uint8_t yield = 0, mask = 0;
    if (!small(at, "stall", field[0], STALL_MAX, &c->stall_cycles) || !small(at, "yield", field[1], 1, &yield) ||
        !counter(at, "write counter", field[2], no_result, &c->write_counter) ||
        !counter(at, "read counter", field[3], no_source, &c->read_counter) ||
        !small(at, "mask", field[4], MASK_MAX, &mask))
        return false;
    if (form == FORM_DEPBAR && c->stall_cycles < DEPBAR_STALL_MIN)
        return sequence_bad(at, "stall", field[0], "%d to %d for DEPBAR", DEPBAR_STALL_MIN, STALL_MAX);
    c->yield = yield;
    c->wait |= mask;
    return true;
}
