# A group serves for another one and becomes current.
s/from_q <= from;/from_q <= crew | (~crew + ONE);/
