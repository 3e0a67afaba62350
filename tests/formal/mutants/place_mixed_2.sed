# A policy that is not in use says that it is busy.
s/= en_i \&\& busy;/= busy;/
