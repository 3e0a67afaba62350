/* trace_record.c - makes the records of a compact form. */
#include "base/interrupt.h"
#include "trace/trace_record.h"

#include <string.h>
#include <unistd.h>

static void write_records(trace_record_t *r)
{
    if (r->f) XXH3_64bits_update(r->body, r->buffer, r->used);
    if (!r->f || fwrite(r->buffer, 1, r->used, r->f) != r->used) r->failed = true;
    r->used = 0;
}

/* They stand before the records, whose length is not known before. */
static void write_offsets(trace_record_t *r)
{
    const size_t bytes = r->noted * sizeof *r->warp_at;
    const uint64_t to = sizeof(trace_pack_head_t) + (r->warps - r->noted) * sizeof *r->warp_at;
    if (r->f) XXH3_64bits_update(r->offsets, r->warp_at, bytes);
    if (!r->f || pwrite(fileno(r->f), r->warp_at, bytes, (off_t)to) != (ssize_t)bytes) r->failed = true;
    r->noted = 0;
}

void trace_record_flush(trace_record_t *r)
{
    write_records(r);
    write_offsets(r);
}

void trace_record_put(trace_record_t *r, const void *from, size_t bytes)
{
    if (bytes > RECORD_BUFFER_BYTES - r->used) write_records(r);
    memcpy(r->buffer + r->used, from, bytes);
    r->used += (uint32_t)bytes;
    r->at += bytes;
}

static void note(trace_record_t *r, uint64_t at)
{
    if (r->noted == RECORD_WARPS) write_offsets(r);
    r->warp_at[r->noted++] = at;
    r->warps++;
}

static void put_run(trace_record_t *r)
{
    if (!r->run) return;
    const uint8_t tag = (uint8_t)(PACK_RUN + r->run - 1);
    r->run = 0;
    trace_record_put(r, &tag, 1);
}

/* Whether all n addresses are `stride` apart. Without an early end, so that several are compared at a time. */
static bool evenly(const uint64_t *addr, uint32_t n, uint64_t stride)
{
    uint64_t differ = 0;
    for (uint32_t i = 1; i < n; i++) differ |= (addr[i] - addr[i - 1]) ^ stride;
    return !differ;
}

/* The shortest form of n addresses, n above 0. */
static pack_form_t form_of(const uint64_t *addr, uint32_t n)
{
    const int64_t stride = n > 1 ? (int64_t)(addr[1] - addr[0]) : 0;
    if (stride == (int32_t)stride && evenly(addr, n, (uint64_t)stride)) return PACK_STRIDE;
    pack_form_t form = PACK_DELTA16;
    for (uint32_t i = 1; i < n; i++) {
        const int64_t delta = (int64_t)(addr[i] - addr[i - 1]);
        if (delta != (int32_t)delta) return PACK_LIST;
        if (delta != (int16_t)delta) form = PACK_DELTA32;
    }
    return form;
}

static void put_addresses(trace_record_t *r, pack_form_t form, const uint64_t *addr, uint32_t n)
{
    trace_record_put(r, addr, (form == PACK_LIST ? n : 1) * sizeof *addr);
    const uint32_t deltas = form == PACK_LIST ? 0 : form == PACK_STRIDE ? 1 : n - 1;
    for (uint32_t i = 1; i <= deltas; i++) {
        const int32_t wide = n > 1 ? (int32_t)(addr[i] - addr[i - 1]) : 0;
        const int16_t narrow = (int16_t)wide;
        if (form == PACK_DELTA16) trace_record_put(r, &narrow, sizeof narrow);
        else trace_record_put(r, &wide, sizeof wide);
    }
}

/* The addresses of n active lanes one behind the other: where they are, or in `room` if other lanes are between. */
static const uint64_t *in_a_row(const winst_exec_t *x, uint32_t n, uint64_t *room)
{
    const uint32_t first = (uint32_t)__builtin_ctz(x->lanes);
    if (x->lanes >> first == UINT32_MAX >> (TRACE_WARP_LANES - n)) return x->addr + first;
    for (uint32_t left = x->lanes, i = 0; left; left &= left - 1) room[i++] = x->addr[__builtin_ctz(left)];
    return room;
}

static void put_inst(trace_record_t *r, const trace_inst_t *inst, const winst_exec_t *x)
{
    uint64_t room[TRACE_WARP_LANES];
    const uint32_t n = inst->listed ? (uint32_t)__builtin_popcount(x->lanes) : 0;
    const uint64_t *addr = n ? in_a_row(x, n, room) : NULL;
    const pack_form_t form = n ? form_of(addr, n) : PACK_NONE;
    const bool jump = inst->number != r->next, lanes = x->lanes != r->lanes;
    r->next = inst->number + 1;
    r->lanes = x->lanes;
    if (form == PACK_NONE && !jump && !lanes) {
        if (++r->run == PACK_RUN_INSTS) put_run(r);
        return;
    }
    put_run(r);
    const uint8_t tag = (uint8_t)(form | (jump ? PACK_JUMP : 0) | (lanes ? PACK_LANES : 0));
    trace_record_put(r, &tag, 1);
    if (jump) trace_record_put(r, &inst->number, sizeof inst->number);
    if (lanes) trace_record_put(r, &x->lanes, sizeof x->lanes);
    if (n) put_addresses(r, form, addr, n);
}

/* A signal that waits for the run ends the walk. */
void trace_record_end(trace_record_t *r, uint64_t behind)
{
    if (interrupt_pending()) r->failed = true;
    put_run(r);
    while (r->warps < behind) note(r, r->at);
    r->next = r->lanes = 0;
}

bool trace_record_visit(void *self, uint64_t warp, const trace_inst_t *inst, const winst_exec_t *x)
{
    trace_record_t *r = self;
    if (r->warps <= warp) trace_record_end(r, warp + 1);
    put_inst(r, inst, x);
    return !r->failed;
}

void trace_record_add(trace_record_t *r, const trace_record_t *from)
{
    const uint64_t base = r->at;
    for (uint32_t i = 0; i < from->noted; i++) note(r, base + from->warp_at[i]);
    trace_record_put(r, from->buffer, from->used);
}
