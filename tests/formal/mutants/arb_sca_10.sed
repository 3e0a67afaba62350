# A group that is selected again keeps its old members.
s/team_d = kin;/team_d = team_q;/
