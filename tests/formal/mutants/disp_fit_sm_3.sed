# A second CTA fits where one slot is free.
s/ \&\& |(open & (open - ONE));/;/
