# All live contexts may be above the width.
s/(|lanes) ? lanes : live_i/lanes/
