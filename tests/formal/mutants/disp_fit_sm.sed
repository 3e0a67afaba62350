# A CTA that enters while another leaves does not pay.
s/(pick_i ? diff/(pick_i \&\& !free_i ? diff/
