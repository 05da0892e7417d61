"""The command `pbem`.  Its version is told before anything is imported that takes time."""

import sys

from pbem import __version__


def main() -> None:
    """Run the command line; the exit statuses are in `pbem.errors`."""
    if sys.argv[1:] == ["--version"]:
        from pbem.about import ABOUT

        print(ABOUT.format(version=__version__))
        return
    from pbem.cli.app import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
