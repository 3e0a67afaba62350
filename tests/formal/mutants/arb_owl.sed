# A group accepts one CTA more than GROUP.
s/for (g = 1; g < GROUP;/for (g = 0; g < GROUP;/
