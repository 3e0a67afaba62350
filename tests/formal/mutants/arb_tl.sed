# The current group changes as soon as none of its warps competes.
s/awake = group_of(.*/awake = group_of(pool_i);/
