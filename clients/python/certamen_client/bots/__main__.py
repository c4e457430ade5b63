"""`python -m certamen_client.bots NAME`: one of the package's bots as a program of its own."""

import sys

from certamen_client.bots import BOTS
from certamen_client.program import run

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in BOTS:
        sys.exit(f"usage: python -m certamen_client.bots {'|'.join(sorted(BOTS))}")
    run(BOTS[sys.argv[1]], name=sys.argv[1])
