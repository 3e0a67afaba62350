# A slab begins where its last band did.
s/!ends\[1\] ? lid_y_q : lid_z_q/lid_y_q/
