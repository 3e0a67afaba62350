# A kernel whose grid is no multiple of its cluster is placed.
s/ripe \&\& (!roomy_q || |left_q)/ripe \&\& !roomy_q/; s/ripe \&\& roomy_q \&\& !(|left_q)/ripe \&\& roomy_q/
