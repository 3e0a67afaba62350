# The warp's own score counts too, so that one high score holds everybody back.
s/above = above | (equal & senior);/above = above | equal;/
