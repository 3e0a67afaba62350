# A level too many is issued without a global credit.
s/have <= levels;/have < levels;/
