# With all live contexts above the width, none is allowed.
s/(|lanes) ? lanes : live_i/lanes/
