// shim_watch.hpp - registers of policies (watch.h), read from the fields of a Verilated dispatcher of SMS x SLOTS and
// KERNELS entries: they need no port. For a netlist, or a dispatcher without limit_lcs, which have no such fields, the
// second `watch` is chosen; the same holds for `read_why` and a dispatcher without disp_why.
#ifndef CTADEL_TB_ENGINE_SHIM_WATCH_HPP
#define CTADEL_TB_ENGINE_SHIM_WATCH_HPP

#include "policy/scheduler.h"

#include <cstring>

#define LIMIT(policy, reg) m.disp_top__DOT__u_limit__DOT__u_limit_##policy##__DOT__##reg
#define GATE(policy, reg)  m.disp_top__DOT__u_gate__DOT__u_gate_##policy##__DOT__##reg
#define TREND(reg)         LIMIT(smk, u_trend__DOT__##reg)

// Field i of `bits` bits of a register of up to 64 bits, or of a wider one.
template <typename Reg> uint32_t watch_field(const Reg &reg, uint32_t bits, uint32_t i)
{
    return (uint32_t)((uint64_t)reg >> i * bits & ((UINT64_C(1) << bits) - 1));
}
template <std::size_t Words> uint32_t watch_field(const VlWide<Words> &reg, uint32_t bits, uint32_t i)
{
    const uint32_t at = i * bits, word = at / 32;
    const uint64_t low = reg[word], high = word + 1 < Words ? reg[word + 1] : 0;
    return (uint32_t)((low | high << 32) >> at % 32 & ((UINT64_C(1) << bits) - 1));
}

constexpr uint32_t watch_bits(uint32_t n) // of a number below n, which is above 1
{
    return n > 2 ? 1 + watch_bits((n + 1) / 2) : 1;
}

template <typename Model> void watch_lcs(const Model &m, watch_lcs_t &w)
{
    enum { BITS = SCHED_BITS(SLOTS + 2), INST_BITS = 16, WAITS = (1 << BITS) - 1 }; // T_W, INST_W
    for (uint32_t s = 0; s < SMS; s++) {
        for (uint32_t k = 0; k < KERNELS; k++) {
            const uint32_t tnew = watch_field(LIMIT(lcs, tnew_q), BITS, s * KERNELS + k);
            w.tnew[s][k] = (uint8_t)(tnew == WAITS ? LCS_WAITS : tnew);
        }
        for (uint32_t c = 0; c < SLOTS; c++) w.inst[s][c] = watch_field(LIMIT(lcs, inst_q), INST_BITS, s * SLOTS + c);
    }
}

template <typename Model> void watch_dyncta(const Model &m, watch_dyncta_t &w)
{
    for (uint32_t s = 0; s < SMS; s++) w.n[s] = (uint8_t)(watch_field(LIMIT(dyncta, n_q), SCHED_BITS(SLOTS), s) + 1);
    w.walks = LIMIT(dyncta, walk_q);
    w.anew = LIMIT(dyncta, anew_q);
}

template <typename Model> void watch_smk(const Model &m, watch_smk_t &w)
{
    w.state = LIMIT(smk, state_q), w.starts = LIMIT(smk, first_q);
    w.kid[0] = LIMIT(smk, kid0_q), w.kid[1] = LIMIT(smk, kid1_q);
    w.cycles = TREND(cycles_q), w.sample.sp = TREND(sp_q), w.sample.ldst = TREND(ldst_q);
    w.known = TREND(known_q), w.history.sp = TREND(his_sp_q), w.history.ldst = TREND(his_ldst_q);
    w.of_seat[0].sp = TREND(sp0_q), w.of_seat[0].ldst = TREND(ldst0_q);
    w.of_seat[1] = {w.history.sp - w.of_seat[0].sp, w.history.ldst - w.of_seat[0].ldst}; // the rest
}

template <typename Model> void watch_claso(const Model &m, watch_claso_t &w)
{
    enum { CREDIT_BITS = 7, LEVELS = 7, GLOBAL_BITS = watch_bits(LEVELS * SMS + 1) }; // CREDIT_W, LEVELS, GLOB_W
    w.pending = GATE(claso, pend_q), w.open = GATE(claso, open_q), w.some = GATE(claso, some_q);
    for (uint32_t k = 0; k < KERNELS; k++) {
        w.global[k] = watch_field(GATE(claso, glob_q), GLOBAL_BITS, k);
        for (uint32_t s = 0; s < SMS; s++)
            w.local[s][k] = watch_field(GATE(claso, local_q), CREDIT_BITS, s * KERNELS + k);
    }
}

template <typename Model> void watch_dyncore(const Model &m, watch_dyncore_t &w)
{
    w.over = GATE(dyncore, over_q), w.g_act = GATE(dyncore, act_q);
    w.scans = GATE(dyncore, u_quota__DOT__u_words__DOT__step_q) != 0;
}

template <typename Model>
auto watch(const Model &m, const char *policy, policy_regs_t &regs, int) -> decltype(LIMIT(lcs, tnew_q), bool())
{
    if (!std::strcmp(policy, "limit_lcs")) watch_lcs(m, regs.lcs);
    else if (!std::strcmp(policy, "limit_dyncta")) watch_dyncta(m, regs.dyncta);
    else if (!std::strcmp(policy, "limit_smk")) watch_smk(m, regs.smk);
    else if (!std::strcmp(policy, "gate_claso")) watch_claso(m, regs.claso);
    else if (!std::strcmp(policy, "gate_dyncore")) watch_dyncore(m, regs.dyncore);
    else return false;
    return true;
}

template <typename Model> bool watch(const Model &, const char *, policy_regs_t &, long) { return false; }

template <typename Model>
auto read_why(const Model &m, disp_why_t &why, int)
    -> decltype(m.disp_top__DOT__g_why__DOT__u_why__DOT__known_q, bool())
{
    why.known = m.disp_top__DOT__g_why__DOT__u_why__DOT__known_q;
    for (uint32_t s = 0; s < SMS; s++)
        for (uint32_t k = 0; k < KERNELS; k++)
            why.cause[s][k] = (uint16_t)watch_field(m.disp_top__DOT__g_why__DOT__u_why__DOT__cause_q, WHY_CAUSE_COUNT,
                                                    s * KERNELS + k);
    return true;
}

template <typename Model> bool read_why(const Model &, disp_why_t &, long) { return false; }

#undef LIMIT
#undef GATE
#undef TREND
#endif
