# The stall counts on while the sub-core stands still.
s/ && !hold_i}/}/
