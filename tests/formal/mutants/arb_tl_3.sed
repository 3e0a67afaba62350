# A group that is granted in place of the current one becomes current.
s/from_q <= from;/from_q <= crew | (~crew + ONE);/
