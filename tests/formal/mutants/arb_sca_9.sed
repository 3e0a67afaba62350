# Warps of paused CTAs ask for their block.
s/ready_i & ~held_i & ~team_q & block/ready_i \& ~team_q \& block/
