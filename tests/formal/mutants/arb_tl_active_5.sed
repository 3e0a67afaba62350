# The list begins with the first place, whichever was granted last.
s/prior\( *\)= past_q\[i\] .*/prior\1= ~({A{1'b1}} << i);/
