# Places of warps that do not exist change like the others.
s/ exist  = .*;  *\/\// exist = {WARPS{1'b1}}; \/\//
