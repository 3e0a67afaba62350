# One CTA too many.
s/CNT_W\] < most/CNT_W] <= most/
