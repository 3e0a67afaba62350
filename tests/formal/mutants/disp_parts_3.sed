# A busy kernel may lose its last SM.
s/(!some || (all_sms_i/(1'b0 || (all_sms_i/
