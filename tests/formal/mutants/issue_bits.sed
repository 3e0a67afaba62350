# A counter blocks at 61: with two reservations in Control and two more, it wraps.
s/&count_q\[w\*36 + k\*6 + 2 +: 4\]/count_q[w*36 + k*6 +: 6] > 60/
