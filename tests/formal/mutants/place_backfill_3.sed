# Answers about any kernel are used.
s/ \&\& !(|(set \& lead))//
