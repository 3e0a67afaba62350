// shim_unit.hpp - what the models of issue-control units share: their creation and their clock.
#ifndef CTADEL_TB_ENGINE_SHIM_UNIT_HPP
#define CTADEL_TB_ENGINE_SHIM_UNIT_HPP

#include "engine/shim_context.hpp"
#include "engine/shim_edge.hpp"
#include "engine/shim_issue.h"
#include "engine/shim_wave.hpp"

// Drive sets the pins of the inputs, Head those of the head of one warp.
template <typename Model, void Drive(Model &, const issue_in_t *), void Head(Model &, const issue_heads_t &, unsigned)>
struct issue_unit {
    own_context own; // unless it is traced
    Model top;
    write_counts counts;

    issue_unit(const char *name, wave_t *w) : top(w ? wave_context(w) : own.get(), name)
    {
        if (w) wave_follow(w, top);
    }
    static Model &of(void *self) { return static_cast<issue_unit *>(self)->top; }

    static uint64_t allowed(void *self, issue_heads_t heads, uint64_t changed)
    {
        Model &top = of(self);
        for (uint64_t left = changed; left; left &= left - 1) Head(top, heads, unsigned(__builtin_ctzll(left)));
        if (changed) top.eval(); // else as of the last clock edge
        return top.rootp->ok_o;
    }

    static void settle(void *self, const issue_in_t *in)
    {
        Drive(of(self), in);
        of(self).eval();
    }

    static void rise(void *self)
    {
        of(self).rootp->clk_i = 1;
        of(self).eval();
    }

    static void fall(void *self)
    {
        static const issue_in_t NOTHING = {0, SCHED_NONE, false, 0, 0, {}, {}};
        Drive(of(self), &NOTHING);
        of(self).clk_i = 0;
        of(self).eval();
    }

    static void step(void *self, const issue_in_t *in)
    {
        Drive(of(self), in);
        rise(self);
        note_fall(of(self), 0);
    }

    static void *create(const char *name, wave_t *wave)
    {
        issue_unit *s = new issue_unit(name, wave);
        s->top.rst_ni = 0;
        fall(s), rise(s), fall(s);
        s->top.rst_ni = 1;
        return s;
    }

    static void destroy(void *self) { delete static_cast<issue_unit *>(self); }
};

// Start, grant, and the warps of the events.
template <typename Root> static inline void drive_common(Root &t, const issue_in_t *in)
{
    static const unsigned WARP_BITS = 4;
    unsigned reads = 0, writes = 0;
    for (uint32_t i = 0; i < in->reads; i++) reads |= unsigned(in->read[i].warp) << i * WARP_BITS;
    for (uint32_t i = 0; i < in->writes; i++) writes |= unsigned(in->write[i].warp) << i * WARP_BITS;
    t.start_i = uint16_t(in->starts);
    t.gnt_i = in->granted < ISSUE_SHIM_WARPS ? uint16_t(1u << in->granted) : 0;
    t.read_evt_i = uint8_t((1u << in->reads) - 1);
    t.read_warp_i = uint8_t(reads);
    t.write_evt_i = uint8_t((1u << in->writes) - 1);
    t.write_warp_i = uint8_t(writes);
}

#endif
