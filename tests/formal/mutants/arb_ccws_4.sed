# A score wraps round instead of saturating.
s/(own > MAX - RISE ? MAX : own + RISE)/(own + RISE)/
