# Among equal scores the younger CTA stands before the older.
s/if (elders\[c\]) senior/if (!elders[c]) senior/
