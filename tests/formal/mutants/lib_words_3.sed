# The last word is left out.
s/step_q <= step_q << 1;/step_q <= step_q << 1 \& ~({WORDS{1'b0}} | (1 << (WORDS - 1)));/
