"""How the files in `models/weights` were made: the members of the trained model's .npz, byte for byte.

    python packages/cw-search/tools/unpack_model.py code_static_256_int8.npz

A member can be mapped where it lies, so a cold query reads the pages it needs; the .npz must be inflated first,
70 ms of CPU. It changes nothing in a wheel, which is compressed as a whole. Prints the name for `static.MODEL`.
"""

from __future__ import annotations

import hashlib
import sys
import zipfile
from pathlib import Path

WEIGHTS = Path(__file__).parents[1] / "src" / "cw_search" / "models" / "weights"


def unpack(npz: Path, folder: Path) -> str:
    """Write every array of `npz` as `folder/<array>.npy`; gives the SHA-256 of all of them, in order of name."""
    fingerprint = hashlib.sha256()
    with zipfile.ZipFile(npz) as archive:
        for member in sorted(archive.namelist()):
            content = archive.read(member)
            (folder / Path(member).name).write_bytes(content)
            fingerprint.update(content)
    return fingerprint.hexdigest()


if __name__ == "__main__":
    trained = Path(sys.argv[1])
    sys.stdout.write(f"SHA-256 of the .npz: {hashlib.sha256(trained.read_bytes()).hexdigest()}\n")
    sys.stdout.write(f'MODEL = "code-static-256-{unpack(trained, WEIGHTS)[:8]}"\n')
