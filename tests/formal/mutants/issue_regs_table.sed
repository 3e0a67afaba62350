# The destination is compared with pending writes only: WAR is missed.
s/some  = some | pend;/some  = pend;/
