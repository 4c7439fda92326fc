"""`python -m tests.packaging.confined COMMAND …`: runs a command under the unit file's system call filter.

Applies what systemd would apply and what needs no privileges: SystemCallFilter=, MemoryDenyWriteExecute= and
NoNewPrivileges=. Needs x86-64 Linux, systemd-analyze and the kernel's headers.
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

UNIT: Final = Path(__file__).parents[2] / "deploy" / "krupier.service"
HEADERS: Final = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, PR_SET_MDWE = 22, 38, 65
FILTER_MODE: Final = 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | 1  # SECCOMP_RET_ERRNO with EPERM
ALWAYS: Final = ("execve", "exit", "exit_group", "rt_sigreturn", "clock_gettime", "getrlimit", "time")
"""Calls that are part of every allow list (systemd.exec(5))."""


def missing() -> str:
    """Returns the first requirement of this module that is missing on this machine; empty if none is."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return "an x86-64 Linux"
    if shutil.which("systemd-analyze") is None:
        return "systemd-analyze"
    return "" if HEADERS.is_file() else str(HEADERS)


@cache
def sets() -> dict[str, list[str]]:
    """Returns systemd's sets of system calls by name; each member is a call or another set."""
    command = ["systemd-analyze", "syscall-filter", "--no-pager"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    found: dict[str, list[str]] = {}
    for line in told.splitlines():
        word = line.strip()
        if line.startswith("@"):
            found[word] = []
        elif word and not word.startswith("#") and found:
            found[list(found)[-1]].append(word)
    return found


def calls(word: str) -> set[str]:
    """Returns the system calls that one word of SystemCallFilter= names."""
    if not word.startswith("@"):
        return {word}
    return set().union(*(calls(member) for member in sets()[word]))


def allowed(unit: str) -> set[str]:
    """Returns the system calls that a unit's SystemCallFilter= lines allow; the first line is an allow list."""
    found = set(ALWAYS)
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE):
        named = set().union(*(calls(word) for word in line.removeprefix("~").split()))
        found = found - named if line.startswith("~") else found | named
    return found


def program(names: set[str]) -> bytes:
    """Returns a seccomp filter as bytes: the kernel allows these system calls, and all others fail with EPERM."""
    known = dict(re.findall(r"#define __NR_(\w+) (\d+)", HEADERS.read_text(encoding="utf-8")))
    numbers = [int(known[name]) for name in sorted(names) if name in known]
    steps = [(LOAD, 0, 0, 0)]
    for number in numbers:
        steps += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    steps.append((RETURN, 0, 0, REFUSE))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def confine() -> None:
    """Applies the unit file's SystemCallFilter= and MemoryDenyWriteExecute=, and always NoNewPrivileges=, to this
    process and all that it starts; its other restrictions are left out.

    Raises OSError if the kernel refuses; a kernel without MemoryDenyWriteExecute= is tolerated.
    """
    unit = UNIT.read_text(encoding="utf-8")
    libc = ctypes.CDLL(None, use_errno=True)
    steps = program(allowed(unit))
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "PR_SET_NO_NEW_PRIVS")
    if "MemoryDenyWriteExecute=yes" in unit:
        libc.prctl(PR_SET_MDWE, 1, 0, 0, 0)  # an older kernel has no such call; systemd filters there as well
    if libc.prctl(PR_SET_SECCOMP, FILTER_MODE, ctypes.byref(_Program(len(steps) // 8, steps)), 0, 0):
        raise OSError(ctypes.get_errno(), "PR_SET_SECCOMP")


if __name__ == "__main__":
    confine()
    os.execvp(sys.argv[1], sys.argv[1:])
