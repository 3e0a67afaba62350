# The gate is asked before the limit, and a limit's refusal is lost.
s/: !limit_ok_i\[s\]  *? 12'h200/: !limit_ok_i[s] ? 12'h000/
