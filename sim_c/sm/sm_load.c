/* sm_load.c - the way of loaded data into the register file, on machines with operand collectors: one
 * register takes a transaction's data per cycle and keeps it until the destination's bank is free. */
#include "sm/sm_internal.h"

#include <assert.h>

void load_arrived(sm_t *sm, uint32_t entry)
{
    assert(sm->answer_used < sm->answer_room);
    uint32_t at = sm->answer_head + sm->answer_used++;
    if (at >= sm->answer_room) at -= sm->answer_room;
    sm->answer[at] = (uint16_t)entry;
}

void load_write_step(sm_t *sm)
{
    if (sm->writing >= 0) {
        const ldst_t *l = &sm->entry[sm->writing];
        if (!opnd_write_if_free(sm, l->warp, l->inst)) {
            sm->st.load_write_waits++;
            return;
        }
        ldst_answer(sm, (uint32_t)sm->writing);
        sm->writing = -1;
    }
    if (!sm->answer_used) return;
    sm->writing = sm->answer[sm->answer_head];
    if (++sm->answer_head == sm->answer_room) sm->answer_head = 0;
    sm->answer_used--;
}
