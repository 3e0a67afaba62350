# The first tile goes out twice.
s/!(moved_q \&\& at_q == loop_first_i)/!(moved_q \&\& at_q == loop_first_i \&\& |end_q)/
