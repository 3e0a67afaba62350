# Both seats have the lowest slots.
s/shut1 = (.*$/shut1 = (ALL << tb1_q) \& {SLOTS{!blocks1}};/
