# A block begins where only its first CTA finds room.
s/need = last_i ? ONE : cur_block_q/need = ONE/
