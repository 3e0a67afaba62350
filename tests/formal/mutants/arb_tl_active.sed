# All warps that leave the active set get the same place.
s/count - leaving + ahead/count - leaving/
