"""What is measured and what is logged."""
