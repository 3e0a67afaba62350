# A report changes an SM although the policy is not busy.
s/busy_o = en_i \&\& mon_evt_i/busy_o = en_i \&\& mon_evt_i \&\& |idle/
