# Another context is chosen only when none is: every second cycle has no index.
s/pick  = !some || push/pick  = !some/
