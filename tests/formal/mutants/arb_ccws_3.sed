# Among equal scores the younger CTA stands before the older.
s/{WARPS{elders\[c\]}}/{WARPS{!elders[c] \&\& !home[c]}}/
