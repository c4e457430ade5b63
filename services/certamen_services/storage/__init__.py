"""What outlives the server: matches, their seats, every entry of their records, and their results."""
