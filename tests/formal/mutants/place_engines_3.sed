# Within an engine the lowest-numbered candidate is picked.
s/|fresh ? fresh : offer/offer/
