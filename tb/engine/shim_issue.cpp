// shim_issue.cpp - the issue-control unit of one sub-core that reads control bits.
#include "engine/shim_context.hpp"
#include "engine/shim_edge.hpp"
#include "engine/shim_issue.h"
#include "engine/shim_wave.hpp"
#include "Vissue_bits.h"
#include "Vissue_bits___024root.h"

static const unsigned HEAD_BITS = 27, WARP_BITS = 4, TAG_BITS = 3;

namespace
{
struct unit {
    own_context own; // unless it is traced
    Vissue_bits top;
    write_counts counts;
    unit(const char *name, wave_t *w) : top(w ? wave_context(w) : own.get(), name)
    {
        if (w) wave_follow(w, top);
    }
};
} // namespace

// Slice `at` of a wide port.
template <typename Wide> static void put(Wide &w, unsigned at, uint32_t value)
{
    const unsigned bit = at * HEAD_BITS, word = bit / 32, shift = bit % 32;
    const uint64_t mask = ((uint64_t(1) << HEAD_BITS) - 1) << shift, bits = uint64_t(value) << shift;
    w[word] = (w[word] & ~uint32_t(mask)) | uint32_t(bits);
    if (shift + HEAD_BITS > 32) w[word + 1] = (w[word + 1] & ~uint32_t(mask >> 32)) | uint32_t(bits >> 32);
}

static uint64_t allowed(void *self, issue_heads_t head, uint64_t changed)
{
    unit *s = static_cast<unit *>(self);
    auto &t = *s->top.rootp;
    for (uint64_t left = changed; left; left &= left - 1) {
        const unsigned w = unsigned(__builtin_ctzll(left));
        put(t.head_i, w, head.word[w]);
    }
    t.gnt_i = 0;
    s->top.eval();
    return t.ok_o;
}

static uint32_t warps_of(const issue_event_t *e, uint32_t n)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < n; i++) bits |= uint32_t(e[i].warp) << i * WARP_BITS;
    return bits;
}

static uint32_t counters_of(const issue_event_t *e, uint32_t n)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < n; i++) bits |= uint32_t(e[i].counter) << i * TAG_BITS;
    return bits;
}

static const issue_in_t NOTHING = {0, SCHED_NONE, false, 0, 0, {}, {}};

static void drive(unit *s, const issue_in_t *in)
{
    auto &t = *s->top.rootp;
    t.start_i = uint16_t(in->starts);
    t.gnt_i = in->granted < ISSUE_SHIM_WARPS ? uint16_t(1u << in->granted) : 0;
    t.hold_i = in->hold;
    t.read_evt_i = uint8_t((1u << in->reads) - 1);
    t.read_warp_i = uint8_t(warps_of(in->read, in->reads));
    t.read_tag_i = uint8_t(counters_of(in->read, in->reads));
    t.write_evt_i = uint8_t((1u << in->writes) - 1);
    t.write_warp_i = uint8_t(warps_of(in->write, in->writes));
    t.write_tag_i = uint8_t(counters_of(in->write, in->writes));
}

static void rise(void *self)
{
    unit *s = static_cast<unit *>(self);
    s->top.rootp->clk_i = 1;
    s->top.eval();
}

static void fall(void *self)
{
    unit *s = static_cast<unit *>(self);
    drive(s, &NOTHING);
    s->top.clk_i = 0;
    s->top.eval();
}

static void settle(void *self, const issue_in_t *in)
{
    unit *s = static_cast<unit *>(self);
    drive(s, in);
    s->top.eval();
}

static void step(void *self, const issue_in_t *in)
{
    unit *s = static_cast<unit *>(self);
    drive(s, in);
    rise(s);
    note_fall(s->top, 0);
}

static void *create(const char *name, wave_t *wave)
{
    unit *s = new unit(name, wave);
    s->top.rst_ni = 0;
    fall(s), rise(s), fall(s);
    s->top.rst_ni = 1;
    return s;
}

static void destroy(void *self) { delete static_cast<unit *>(self); }

extern "C" const issue_shim_t issue_shim_bits = {0, create, destroy, allowed, settle, rise, fall, step};
