# An SM that holds no open block is offered beside the one that does.
s/open_i ? keep_i$/open_i ? keep_i | ok_i/
