# With all warps active, 2^n of them, warps that leave clear the places of the others.
s/seated = {WARPS{1'b0}};.*sorted < SET/seated = {WARPS{SET[RANK_W]}};/
s/if (SET\[RANK_W\]) seated = .*//
