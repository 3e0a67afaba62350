# CTAs are picked from the first tile on, before every SM has one.
s/(there \&\& !take)/there/
