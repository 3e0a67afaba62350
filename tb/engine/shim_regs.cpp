// shim_regs.cpp - the issue-control unit of one sub-core that is a scoreboard; compiled once per model, with
// -DCONSUMERS=63.
#include "engine/shim_context.hpp"
#include "engine/shim_edge.hpp"
#include "engine/shim_issue.h"
#include "engine/shim_wave.hpp"
#define STR2(x)    #x
#define STR(x)     STR2(x)
#define CAT2(a, b) a##b
#define CAT(a, b)  CAT2(a, b)
#define MODEL      CAT(Vissue_regs_, CONSUMERS)
#define ROOT       CAT(MODEL, ___024root)
#include STR(MODEL.h)
#include STR(ROOT.h)

static const unsigned WARP_BITS = 4, REG_BITS = 9, FIELD_BITS = REG_BITS + 1, FIELDS = ISSUES_DESTS + ISSUES_SOURCES;

static constexpr size_t words(unsigned fields) { return (fields * FIELD_BITS + 31) / 32; }
static_assert(sizeof ROOT::head_i == 4 * words(ISSUES_WARPS * FIELDS) &&
                  sizeof ROOT::read_tag_i == 4 * words(ISSUES_READS * ISSUES_SOURCES) &&
                  sizeof ROOT::write_tag_i == 4 * words(ISSUES_WRITES * ISSUES_DESTS) && ISSUES_REGS <= 1 << REG_BITS,
              "the model is built for the sizes of issues.h");

namespace
{
struct unit {
    own_context own; // unless it is traced
    MODEL top;
    write_counts counts;
    unit(const char *name, wave_t *w) : top(w ? wave_context(w) : own.get(), name)
    {
        if (w) wave_follow(w, top);
    }
};
} // namespace

// Fields from `at` on: of `room`, the first n name registers.
template <typename Wide> static void put(Wide &w, unsigned at, const uint16_t *reg, unsigned n, unsigned room)
{
    for (unsigned i = 0; i < room; i++) {
        const unsigned bit = (at + i) * FIELD_BITS, word = bit / 32, shift = bit % 32;
        const uint64_t mask = ((uint64_t(1) << FIELD_BITS) - 1) << shift;
        const uint64_t bits = i < n ? uint64_t(1u << REG_BITS | reg[i]) << shift : 0;
        w[word] = (w[word] & ~uint32_t(mask)) | uint32_t(bits);
        if (shift + FIELD_BITS > 32) w[word + 1] = (w[word + 1] & ~uint32_t(mask >> 32)) | uint32_t(bits >> 32);
    }
}

static uint64_t allowed(void *self, issue_heads_t head, uint64_t changed)
{
    unit *s = static_cast<unit *>(self);
    auto &t = *s->top.rootp;
    for (uint64_t left = changed; left; left &= left - 1) {
        const unsigned w = unsigned(__builtin_ctzll(left));
        const issue_fields_t &f = head.fields[w];
        put(t.head_i, w * FIELDS, f.dest, f.dests, ISSUES_DESTS);
        put(t.head_i, w * FIELDS + ISSUES_DESTS, f.source, f.sources, ISSUES_SOURCES);
    }
    t.gnt_i = 0;
    s->top.eval();
    return t.ok_o;
}

static uint8_t warps_of(const issue_event_t *e, uint32_t n)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < n; i++) bits |= uint32_t(e[i].warp) << i * WARP_BITS;
    return uint8_t(bits);
}

static const issue_in_t NOTHING = {0, SCHED_NONE, false, 0, 0, {}, {}};

static void drive(unit *s, const issue_in_t *in)
{
    auto &t = *s->top.rootp;
    t.start_i = uint16_t(in->starts);
    t.gnt_i = in->granted < ISSUE_SHIM_WARPS ? uint16_t(1u << in->granted) : 0;
    t.read_evt_i = uint8_t((1u << in->reads) - 1);
    t.read_warp_i = warps_of(in->read, in->reads);
    for (uint32_t i = 0; i < in->reads; i++)
        put(t.read_tag_i, i * ISSUES_SOURCES, in->read[i].fields.source, in->read[i].fields.sources, ISSUES_SOURCES);
    t.write_evt_i = uint8_t((1u << in->writes) - 1);
    t.write_warp_i = warps_of(in->write, in->writes);
    for (uint32_t i = 0; i < in->writes; i++)
        put(t.write_tag_i, i * ISSUES_DESTS, in->write[i].fields.dest, in->write[i].fields.dests, ISSUES_DESTS);
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

extern "C" const issue_shim_t CAT(issue_shim_regs_, CONSUMERS) = {CONSUMERS, create, destroy, allowed,
                                                                  settle,    rise,   fall,    step};
