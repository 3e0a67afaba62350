# A CTA is dispatched with a row that is not its own.
s/pick_y_o     = next_y_i/pick_y_o     = {Y_W{1'b0}}/
