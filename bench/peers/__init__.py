"""The peers that the service is compared with.

All of them use the service's own code for the theory and for counting positions. They differ in
how they read, check, answer and measure a request.
"""
