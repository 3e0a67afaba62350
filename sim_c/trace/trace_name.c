/* trace_name.c - SASS names for instructions of PTX: the nearest by unit, latency class and space. */
#include "trace/trace_internal.h"

#include <stdio.h>

static const char *access_name(uint8_t op, uint8_t space)
{
    if (op == WI_LOAD) switch (space) {
        case SPACE_SHARED: return "LDS";
        case SPACE_LOCAL: return "LDL";
        case SPACE_CONST:
        case SPACE_PARAM: return "LDC";
        default: return "LDG.E";
        }
    if (op == WI_STORE) return space == SPACE_SHARED ? "STS" : space == SPACE_LOCAL ? "STL" : "STG.E";
    if (space == SPACE_SHARED) return "ATOMS.ADD";
    return op == WI_RED ? "RED.E.ADD" : "ATOMG.E.ADD";
}

static const char *alu_name(const winst_t *w)
{
    if (w->unit == UNIT_NONE) return "NOP";
    switch ((lat_t)w->lat) {
    case LAT_IMUL: return "IMAD";
    case LAT_FP: return "FFMA";
    case LAT_DP: return "DFMA";
    case LAT_SFU:
    case LAT_DIV: return "MUFU.RCP";
    case LAT_INT:
    case LAT_BRANCH:
    case LAT_TEXTURE:
    case LAT_TENSOR:
    case LAT_UNIFORM:
    case LAT_COUNT: break;
    }
    return w->ndst ? "IADD3" : "ISETP.NE.AND";
}

const char *trace_nearest_name(const winst_t *w, uint8_t space, char text[40])
{
    switch ((winst_op_t)w->op) {
    case WI_ALU: return alu_name(w);
    case WI_BRANCH: return "BRA";
    case WI_BARRIER: return "BAR.SYNC";
    case WI_FENCE: return "MEMBAR.SC.GPU";
    case WI_EXIT: return "EXIT";
    case WI_LOAD:
    case WI_STORE:
    case WI_ATOM:
    case WI_RED: break;
    }
    const char *width = "";
    switch (w->width_bytes) {
    case 1: width = ".U8"; break;
    case 2: width = ".U16"; break;
    case 8: width = ".64"; break;
    case 16: width = ".128"; break;
    case 32: width = ".ENL2.256"; break;
    default: break;
    }
    snprintf(text, 40, "%s%s%s", access_name(w->op, space), width,
             w->bypass_l1 && w->op == WI_LOAD ? ".STRONG.GPU" : "");
    return text;
}
