# A block starts on an SM that has room only for its first CTA.
s/need = |(cur & final_i) ? ONE : cur_block_q/need = ONE/
