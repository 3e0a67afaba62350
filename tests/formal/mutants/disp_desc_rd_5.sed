# An entry's priority is read from the entry before it.
s|\.data_i(priority_i)|.data_i({priority_i[KERNELS*3-4:0], priority_i[KERNELS*3-1 -: 3]})|
