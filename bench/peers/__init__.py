"""What the service is compared with.

The theory and the counting of positions are the service's own code on every side: what differs
is how a request is read, checked, answered and measured.
"""
