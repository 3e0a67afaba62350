# All warps that leave the active set get the same place.
s/(count - n\[RANK_W-1:0\])/(count - leaving)/
