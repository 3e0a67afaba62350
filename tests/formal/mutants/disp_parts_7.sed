# The register of live kernels follows without notice.
s/busy_o = wrote_q || live != live_q/busy_o = wrote_q/
