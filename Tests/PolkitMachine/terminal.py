#!/usr/bin/python3
"""Runs the agent of polkit for a process in a terminal, and gives it an answer whenever it asks, which it does without echo.

terminal.py PROCESS ANSWER...
"""
import os
import pty
import sys
import termios
import time

process, terminal = pty.fork()
if process == 0:
    os.execvp("pkttyagent", ["pkttyagent", "--process", sys.argv[1]])


def wait(echo):
    while bool(termios.tcgetattr(terminal)[3] & termios.ECHO) != echo:
        time.sleep(0.02)


for answer in sys.argv[2:]:
    wait(False)
    os.write(terminal, answer.encode() + b"\n")
    wait(True)
while os.read(terminal, 4096):
    pass
