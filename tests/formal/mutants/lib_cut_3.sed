# A band with one row more counts as one without.
s/: !ends\[1\] ? x_lid \& {LID_W{more\[1\]}}/: !ends[1] ? {LID_W{1'b0}}/
