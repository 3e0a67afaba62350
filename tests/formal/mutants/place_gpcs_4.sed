# After an event the count of examined GPCs goes on.
s/!go || loads || |event_q/!go || loads/
