# One tile too many has the extra CTA.
s/more\[g\]  = at < rest/more[g]  = at <= rest/
