"""Certamen's services: the referee, what it stores, and everything that bots and organisers talk to."""
