# Answers about any kernel are used.
s/|(turn_q \& next)/|turn_q/
