# Nothing says that a report is being worked off.
s/busy_o      = .*;/busy_o      = 1'b0;/
