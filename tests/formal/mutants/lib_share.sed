# The rest of an even division is nobody's.
s/if (!(|rem_q)) rem_q <= by;/;/
