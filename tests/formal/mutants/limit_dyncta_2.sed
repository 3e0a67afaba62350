# Nobody is let through.
s/beyond & {SMS\*SLOTS{!free_q}};/beyond;/
