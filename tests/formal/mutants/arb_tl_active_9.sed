# A paused warp keeps its place while others compete.
s/ || (yield_i && |(seat & late))//
