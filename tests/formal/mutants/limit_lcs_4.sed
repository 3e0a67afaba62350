# One CTA too many.
s/CNT_W\]} < {1'b0, most}/CNT_W]} <= {1'b0, most}/
