# CTAs go before the tiles are dealt.
s/load_i \&\& held \&\& ready_q;/load_i \&\& held;/
