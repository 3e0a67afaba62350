# Age is compared with live CTAs, whether they compete or not.
s/(has & older_i/(live_i \& older_i/
