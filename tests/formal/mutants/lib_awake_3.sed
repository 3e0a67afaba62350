# A kernel whose CTA waits to be booked stays asleep.
s/(idle_q | none) \& ~stands_i/(idle_q | none)/
