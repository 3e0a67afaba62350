# The current group gives way as soon as it competes for nothing.
s/awake = group_of(.*/awake = group_of(pool_i);/
