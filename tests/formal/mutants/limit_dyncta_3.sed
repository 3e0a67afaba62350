# The CTA with rank n runs as well.
s/                           >= {1'b0, n_q/                           > {1'b0, n_q/
