// shim_issue.cpp - the issue-control unit of one sub-core that reads control bits.
#include "engine/shim_unit.hpp"
#include "Vissue_bits.h"
#include "Vissue_bits___024root.h"

static const unsigned HEAD_BITS = 27, TAG_BITS = 3;

// Slice `at` of a wide port.
template <typename Wide> static void put(Wide &w, unsigned at, uint32_t value)
{
    const unsigned bit = at * HEAD_BITS, word = bit / 32, shift = bit % 32;
    const uint64_t mask = ((uint64_t(1) << HEAD_BITS) - 1) << shift, bits = uint64_t(value) << shift;
    w[word] = (w[word] & ~uint32_t(mask)) | uint32_t(bits);
    if (shift + HEAD_BITS > 32) w[word + 1] = (w[word + 1] & ~uint32_t(mask >> 32)) | uint32_t(bits >> 32);
}

static uint32_t counters_of(const issue_event_t *e, uint32_t n)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < n; i++) bits |= uint32_t(e[i].counter) << i * TAG_BITS;
    return bits;
}

static void drive(Vissue_bits &top, const issue_in_t *in)
{
    auto &t = *top.rootp;
    drive_common(t, in);
    t.hold_i = in->hold;
    t.read_tag_i = uint8_t(counters_of(in->read, in->reads));
    t.write_tag_i = uint8_t(counters_of(in->write, in->writes));
}

static void head(Vissue_bits &top, const issue_heads_t &heads, unsigned warp)
{
    put(top.rootp->head_i, warp, heads.word[warp]);
}

typedef issue_unit<Vissue_bits, drive, head> unit;

extern "C" const issue_shim_t issue_shim_bits = {0,          unit::create, unit::destroy, unit::allowed, unit::settle,
                                                 unit::rise, unit::fall,   unit::step};
