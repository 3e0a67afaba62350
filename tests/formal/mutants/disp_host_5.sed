# The order of launches reaches no stage.
s/\.before_o(before_o),/.before_o(),/
