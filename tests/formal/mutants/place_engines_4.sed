# The engine behind the last one begins in the middle of another.
s/? behind\[7:0\] : 8'd0/? behind[7:0] : 8'd1/
