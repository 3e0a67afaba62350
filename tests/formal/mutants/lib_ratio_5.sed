# Rounding up exceeds the cap.
s/quot >= most_i || t >= {1.b0, most_i} ? most_i : t/quot >= most_i ? most_i : t/
