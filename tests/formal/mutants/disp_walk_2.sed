# The end of a row is seen one CTA late where it is not the first.
s/: x_near;/: next_x_o == grid_x_i - X_ONE;/
