# A kernel whose clusters no GPC can take is placed.
s/ripe \&\& (!roomy_q || |left_q)/ripe \&\& |left_q/; s/ripe \&\& roomy_q \&\& /ripe \&\& /
