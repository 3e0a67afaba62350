# A cell model for simulation: registers begin at 0, as those of the Verilated models do, instead of
# unknown; payload without a reset would otherwise differ until it is first written.
s/^  reg \([^;]*\);/  reg \1 = 1'b0;/
