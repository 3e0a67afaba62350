# A block begins where only its first CTA finds room.
s/need = |(cur & final_i) ? ONE : cur_block_q/need = ONE/
