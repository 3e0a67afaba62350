# One level too many goes without a global credit.
s/have <= levels;/have < levels;/
