# A pick is made behind the kernel's last CTA.
s/(book \&\& !last_i)/book/
