# A pair of Tb counts as tried, whether or not it fits.
s/else if (tried \&\& fits) begin/else if (tried) begin/
