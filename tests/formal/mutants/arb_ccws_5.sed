# The warp's own score is added as well, so one high score throttles its own warp.
s/above = above | (equal & senior);/above = above | equal;/
