# One CTA too many.
s/CNT_W\] < n\[/CNT_W] <= n[/
