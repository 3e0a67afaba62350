# The turn goes on while another policy is in use.
s/rst_ni \&\& en_i)/rst_ni)/
