# An abort leaves the entry in ISSUE.
s/ \& ~last \& ~stop)/ \& ~last)/
