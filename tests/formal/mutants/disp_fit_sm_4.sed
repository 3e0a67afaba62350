# One CTA of a block is counted.
s/resident_q + more_q - CNT_ONE/resident_q/
