# One tile too many has a CTA more.
s/more\[g\]  = at < rest/more[g]  = at <= rest/
