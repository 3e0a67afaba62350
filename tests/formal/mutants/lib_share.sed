# The rest of an even division goes to no sharer.
s/if (!(|rem_q)) rem_q <= by;/;/
