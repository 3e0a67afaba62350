s/carry_q <= sum\[CNT_W+1:1\]/carry_q <= {1'b0, sum[CNT_W:1]}/
