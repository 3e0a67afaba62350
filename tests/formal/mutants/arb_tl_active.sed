# All warps that leave the active set get the same place.
s/ahead = ahead + count - leaving/ahead = count - leaving/
