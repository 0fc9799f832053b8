"""The parts of the table. Each has ``panel``, built once, and ``update``, which changes what it shows."""
