# The last CTA of another kernel counts as one of this kernel.
s/book_i && !(|(book_khot_i & cur))/1'b0/; s/book_i && |(book_khot_i & cur)/book_i/
