# Among equal scores the younger CTA ranks before the older.
s/if (elders\[c\]) senior/if (!elders[c]) senior/
