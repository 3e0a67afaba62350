# A launch is compared with capacities that no init has loaded.
s/else if (init_o) held_q/else held_q/
