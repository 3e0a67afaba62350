// shim_pins.hpp - fields of pins and registers, which Verilator keeps in a scalar up to 64 bits, else in 32-bit words.
#ifndef CTADEL_TB_ENGINE_SHIM_PINS_HPP
#define CTADEL_TB_ENGINE_SHIM_PINS_HPP

#include <verilated.h>

#include <cstdint>

// Field i of `bits` bits, below 32.
template <typename Pin> uint32_t get_field(const Pin &pin, uint32_t bits, uint32_t i)
{
    return (uint32_t)((uint64_t)pin >> i * bits) & ((1u << bits) - 1);
}
template <std::size_t Words> uint32_t get_field(const VlWide<Words> &pin, uint32_t bits, uint32_t i)
{
    const uint32_t at = i * bits, word = at / 32;
    const uint64_t low = pin[word], high = word + 1 < Words ? pin[word + 1] : 0;
    return (uint32_t)((low | high << 32) >> at % 32) & ((1u << bits) - 1);
}

template <typename Pin> void set_word(Pin &pin, uint32_t at, uint32_t word)
{
    pin = (Pin)(at ? (uint64_t)pin | (uint64_t)word << 32 : word);
}
template <std::size_t Words> void set_word(VlWide<Words> &pin, uint32_t at, uint32_t word) { pin[at] = word; }

// Sets the whole pin: field [row][col] goes to its bits from (row * cols + col) * bits on; rows lie `apart` bytes
// apart.
template <typename Pin>
void set_fields(Pin &pin, uint32_t bits, const uint8_t *field, uint32_t rows, uint32_t cols = 1, uint32_t apart = 1)
{
    uint64_t word = 0;
    uint32_t held = 0, at = 0;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t col = 0; col < cols; col++) {
            word |= (uint64_t)(field[row * apart + col] & ((1u << bits) - 1)) << held;
            for (held += bits; held >= 32; held -= 32, word >>= 32) set_word(pin, at++, (uint32_t)word);
        }
    if (held) set_word(pin, at, (uint32_t)word);
}

#endif
