# The second carry of a compressor is lost.
s/column = sum | (late & (part << q));/column = sum;/
