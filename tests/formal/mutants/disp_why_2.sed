# Answers about one kernel are stored for all of them.
s/if (record\[k\])/if (|record)/
