# A kernel whose CTA waits to be booked stays asleep.
s/<= idle \& ~wakes/<= idle/
