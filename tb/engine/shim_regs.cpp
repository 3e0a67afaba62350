// shim_regs.cpp - the issue-control unit of one sub-core that is a scoreboard; compiled once per model, with
// -DCONSUMERS=63.
#include "engine/shim_unit.hpp"
#define STR2(x)    #x
#define STR(x)     STR2(x)
#define CAT2(a, b) a##b
#define CAT(a, b)  CAT2(a, b)
#define MODEL      CAT(Vissue_regs_, CONSUMERS)
#define ROOT       CAT(MODEL, ___024root)
#include STR(MODEL.h)
#include STR(ROOT.h)

static const unsigned REG_BITS = 9, FIELD_BITS = REG_BITS + 1, FIELDS = ISSUES_DESTS + ISSUES_SOURCES;

static constexpr size_t words(unsigned fields) { return (fields * FIELD_BITS + 31) / 32; }
static_assert(sizeof ROOT::head_i == 4 * words(ISSUES_WARPS * FIELDS) &&
                  sizeof ROOT::read_tag_i == 4 * words(ISSUES_READS * ISSUES_SOURCES) &&
                  sizeof ROOT::write_tag_i == 4 * words(ISSUES_WRITES * ISSUES_DESTS) && ISSUES_REGS <= 1 << REG_BITS,
              "the model is built for the sizes of issues.h");

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

static void drive(MODEL &top, const issue_in_t *in)
{
    auto &t = *top.rootp;
    drive_common(t, in);
    for (uint32_t i = 0; i < in->reads; i++)
        put(t.read_tag_i, i * ISSUES_SOURCES, in->read[i].fields.source, in->read[i].fields.sources, ISSUES_SOURCES);
    for (uint32_t i = 0; i < in->writes; i++)
        put(t.write_tag_i, i * ISSUES_DESTS, in->write[i].fields.dest, in->write[i].fields.dests, ISSUES_DESTS);
}

static void head(MODEL &top, const issue_heads_t &heads, unsigned warp)
{
    const issue_fields_t &f = heads.fields[warp];
    put(top.rootp->head_i, warp * FIELDS, f.dest, f.dests, ISSUES_DESTS);
    put(top.rootp->head_i, warp * FIELDS + ISSUES_DESTS, f.source, f.sources, ISSUES_SOURCES);
}

typedef issue_unit<MODEL, drive, head> unit;

extern "C" const issue_shim_t CAT(issue_shim_regs_, CONSUMERS) = {
    CONSUMERS, unit::create, unit::destroy, unit::allowed, unit::settle, unit::rise, unit::fall, unit::step};
