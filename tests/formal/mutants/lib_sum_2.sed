# A sum under way survives a clear.
s/<= take \&\& !clear_i/<= take/
