# A report at the edge of an init is counted.
s/team \& {TEAMS\*TEAM_W{!fresh}};/team;/
