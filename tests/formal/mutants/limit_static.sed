# One CTA too many.
s/CNT_W\] < ((block/CNT_W] <= ((block/
