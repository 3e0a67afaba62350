# One CTA more may pass.
s/passed_q < param_pass_i/passed_q <= param_pass_i/
