# The turn passes between the CTAs of a block.
s/= goes_on ? turn_q : asked/= asked/
