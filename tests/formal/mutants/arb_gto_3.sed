# The oldest CTA is granted although it is paused and others compete.
s/front\[c\] = has\[c\] && /front[c] = /
