"""The referee: clocks, faults and the course of one match, independent of any transport."""
