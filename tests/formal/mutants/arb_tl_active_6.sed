# With all warps active and as many as fill their ranks, who leaves takes the others' seats away.
s/seated = {WARPS{1'b0}};.*sorted < SET/seated = {WARPS{SET[RANK_W]}};/
s/if (SET\[RANK_W\]) seated = .*//
