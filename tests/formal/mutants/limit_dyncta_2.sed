# Paused CTAs are never released.
s/beyond & {SMS\*SLOTS{!free_q}};/beyond;/
