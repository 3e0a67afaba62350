# A kernel that is launched overtakes those that wait.
s/{KERNELS{all < pool_i}}/{KERNELS{|pool_i}}/
