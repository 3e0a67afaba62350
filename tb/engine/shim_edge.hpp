// shim_edge.hpp - the falling edge of a model that no wave follows. Nothing in rtl/ is clocked by it and
// no code reads the pins at that time: it only lets the next rising edge be seen as one. Verilator 5.006
// keeps the level it compares with in a field of the model; where there is that field it is set, and
// the inputs are not worked through once more. Else the edge is evaluated.
#ifndef CTADEL_TB_ENGINE_SHIM_EDGE_HPP
#define CTADEL_TB_ENGINE_SHIM_EDGE_HPP

template <typename Model> static auto note_fall(Model &t, int) -> decltype(t.rootp->__Vtrigrprev__TOP__clk_i, void())
{
    t.rootp->clk_i = t.rootp->__Vtrigrprev__TOP__clk_i = 0;
}

template <typename Model> static void note_fall(Model &t, long)
{
    t.clk_i = 0;
    t.eval();
}

#endif
