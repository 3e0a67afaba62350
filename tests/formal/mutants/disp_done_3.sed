# busy_o stays low while a report is processed.
s/busy_o      = .*;/busy_o      = 1'b0;/
