# Paused CTAs are never released.
s/free_q ? {SMS\*SLOTS{1'b0}} : beyond;/beyond;/
