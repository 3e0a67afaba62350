s/tail    = at_q == (product ? 5'd19 : 5'd10)/tail    = at_q == (product ? 5'd19 : 5'd9)/
