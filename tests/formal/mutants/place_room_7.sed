# The winner is lost while the booking register is taken.
s/if (!stays) best_q/best_q/
