"""The Nim move service: who wins a Nim position, and with which moves."""

__version__ = "1.0.0"
