"""The tables and what can be done with them. Values in, values out; rows never leave.

Every function takes the open transaction, a ``Store``, first. Nothing is decided here.
"""
