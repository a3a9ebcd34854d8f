"""The theory that games share: Grundy values, Ferguson's rule, searches, periods, nimbers."""
