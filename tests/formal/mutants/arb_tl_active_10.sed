# any_o leaves out the warps that move up.
s/|{asks, next, left}/|{asks, left}/
