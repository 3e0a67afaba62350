# One CTA more may pass.
s/more < param_pass_i/more <= param_pass_i/
