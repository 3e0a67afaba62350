// shim_sas.cpp - the task unit of a machine, for lockstep with its golden model.
#include "engine/shim_context.hpp"
#include "engine/shim_sas.h"
#include "engine/shim_wave.hpp"
#include "Vsas_unit.h"

struct sas_shim {
    own_context own; // unless it is traced
    Vsas_unit top;
    write_counts counts;
    explicit sas_shim(wave_t *w) : top(w ? wave_context(w) : own.get(), "task")
    {
        if (w) wave_follow(w, top);
    }
};

static uint64_t all_sms(const uint64_t *mask)
{
    uint64_t bits = 0;
    for (int s = 0; s < SAS_SHIM_SMS; s++) bits |= (mask[s] & 0xffff) << 16 * s;
    return bits;
}

template <typename Wide> static sas_vec_t vector_at(const Wide &w, int context)
{
    sas_vec_t v;
    for (int l = 0; l < SAS_LEVELS; l++) {
        const int bit = (context * SAS_LEVELS + l) * 16;
        v.at[l] = uint16_t(w[bit / 32] >> bit % 32);
    }
    return v;
}

extern "C" void sas_shim_settle(sas_shim_t *s, const sas_top_in_t *in, sas_shim_out_t *out)
{
    Vsas_unit &t = s->top;
    t.clk_i = 0;
    t.want_i = all_sms(in->want);
    t.eval();
    for (int m = 0; m < SAS_SHIM_SMS; m++) {
        out->valid[m] = t.piece_valid_o >> 16 * m & 0xffff;
        out->none[m] = t.piece_none_o >> 16 * m & 0xffff;
        out->off[m] = t.piece_off_o >> 16 * m & 0xffff;
        for (int c = 0; c < SAS_SHIM_CONTEXTS; c++)
            out->piece[m][c] = {vector_at(t.piece_lower_o, m * SAS_SHIM_CONTEXTS + c),
                                vector_at(t.piece_upper_o, m * SAS_SHIM_CONTEXTS + c)};
    }
}

extern "C" void sas_shim_drive(sas_shim_t *s, const sas_shim_bus_t *bus)
{
    Vsas_unit &t = s->top;
    t.s_axil_awvalid_i = t.s_axil_wvalid_i = bus->write;
    t.s_axil_arvalid_i = bus->read;
    t.s_axil_awaddr_i = t.s_axil_araddr_i = uint16_t(bus->addr);
    t.s_axil_wdata_i = bus->data;
    t.s_axil_wstrb_i = 0xf;
    t.s_axil_bready_i = t.s_axil_rready_i = 1;
}

extern "C" sas_shim_answer_t sas_shim_answer(const sas_shim_t *s)
{
    const Vsas_unit &t = s->top;
    return {t.s_axil_bvalid_o != 0, t.s_axil_rvalid_o != 0, t.s_axil_bresp_o, t.s_axil_rresp_o, t.s_axil_rdata_o};
}

extern "C" void sas_shim_fall(sas_shim_t *s)
{
    s->top.clk_i = 0;
    s->top.eval();
}

extern "C" void sas_shim_rise(sas_shim_t *s)
{
    s->top.clk_i = 1;
    s->top.eval();
}

extern "C" sas_shim_t *sas_shim_create(wave_t *wave)
{
    const sas_top_in_t nothing = {};
    const sas_shim_bus_t idle = {};
    sas_shim_out_t out;
    sas_shim_t *s = new sas_shim(wave);
    sas_shim_drive(s, &idle);
    s->top.rst_ni = 0;
    for (int i = 0; i < 2; i++) sas_shim_settle(s, &nothing, &out), sas_shim_rise(s);
    s->top.rst_ni = 1;
    return s;
}

extern "C" void sas_shim_destroy(sas_shim_t *s) { delete s; }
