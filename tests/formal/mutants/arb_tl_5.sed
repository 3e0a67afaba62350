# A set smaller than ACTIVE turns as if it were full.
s/place + active/place + SET/
