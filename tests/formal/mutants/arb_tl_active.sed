# All warps that leave the active set get the same place.
s/steps   = ones(leaves & ~prior);/steps   = gone;/
