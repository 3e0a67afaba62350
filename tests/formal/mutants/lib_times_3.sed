# The bits tried in the stage before are lost.
s/n\[(r - 1)\*CNT_W +: CNT_W\];/{CNT_W{1'b0}};/
