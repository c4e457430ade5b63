"""`python -m certamen_services.cli`."""

from certamen_services.cli import main

main()
