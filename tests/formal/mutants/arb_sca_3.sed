# The warps of a CTA that ends stay in the group.
s/team_q <= team_d & ~gone;/team_q <= team_d;/
