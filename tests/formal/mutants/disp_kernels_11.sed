# A kernel that is launched where there is room enters the pool a cycle late.
s/all = all + {4'd0, busy_o\[b\]}/all = all - {4'd0, busy_o[b]}/
