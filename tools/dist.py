#!/usr/bin/env python3
"""Build the wheels of all six packages into dist/."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    uv = os.environ.get("UV", "uv")
    build = (uv, "build", "--all-packages", "--wheel", "--out-dir", "dist")
    sys.exit(subprocess.run(build, cwd=ROOT, check=False).returncode)
