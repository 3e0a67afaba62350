s/(raise \&\& room) ? TRY : REST/raise ? TRY : REST/
