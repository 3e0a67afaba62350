# A score wraps instead of saturating.
s/(own_q > MAX - RISE ? MAX : own_q + RISE)/(own_q + RISE)/
