# The last enabled SM is not counted.
s/step_q + FROM_Z : step_q;/step_q + FROM_Z + STEP_ONE : step_q;/
