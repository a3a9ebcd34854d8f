"""What all requests share: from the bytes of a request to its operation, and from there back."""
