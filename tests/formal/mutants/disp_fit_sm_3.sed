# One CTA fits where several must.
s/several_i ? many_i : need_q/need_q/
