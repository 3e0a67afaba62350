// shim_mask.hpp - a set of SMs at a pin with a bit for each: of one word, or of several (VlWide).
#ifndef CTADEL_TB_ENGINE_SHIM_MASK_HPP
#define CTADEL_TB_ENGINE_SHIM_MASK_HPP

#include "base/mask.h"

#include <cstddef>
#include <verilated.h>

template <typename Pin> void set_sms(Pin &pin, const sm_mask_t &m) { pin = static_cast<Pin>(m.word[0]); }
template <std::size_t Words> void set_sms(VlWide<Words> &pin, const sm_mask_t &m)
{
    for (uint32_t i = 0; i < Words; i++) pin[i] = mask_part(m, i);
}

template <typename Pin> sm_mask_t get_sms(const Pin &pin)
{
    sm_mask_t m = mask_none();
    m.word[0] = pin;
    return m;
}
template <std::size_t Words> sm_mask_t get_sms(const VlWide<Words> &pin)
{
    sm_mask_t m = mask_none();
    for (uint32_t i = 0; i < Words; i++) mask_set_part(&m, i, pin[i]);
    return m;
}

#endif
