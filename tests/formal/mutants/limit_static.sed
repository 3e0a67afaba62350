# One CTA too many.
s/CNT_W\] < top;/CNT_W] <= top;/
