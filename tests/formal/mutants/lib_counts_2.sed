# A full counter goes back to zero.
s/? had | carry :/? had ^ carry :/
