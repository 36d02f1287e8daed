"""What is asked most often loads least."""

import os
import subprocess
import sys

HEAVY = {"numpy", "lancedb", "pyarrow", "mcp", "httpx", "tree_sitter", "tree_sitter_language_pack", "pydantic", "anyio"}

SHOW = """
import sys
from cw_cli.main import main
sys.argv[0] = "cw"
try:
    main()
finally:
    print("\\n" + " ".join(sys.modules))
"""


def test_help_loads_nothing_heavy(tmp_path):
    environ = {**os.environ, "CW_HOME": str(tmp_path)}
    command = [sys.executable, "-P", "-c", SHOW, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, env=environ, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    assert "Usage: cw" in done.stdout
    assert "cw_core" in loaded
    assert not loaded & HEAVY, f"`cw --help` loads {sorted(loaded & HEAVY)}"
